import {
  type Database,
  defineStatement,
  type Expression,
  type Queryable,
  queryMany,
  queryOne,
  raw,
  sql,
} from '@crewboard/db';
import { erasedEmail, erasedName } from './erased-account.ts';

// Erases the name and e-mail of an erased account from events, deliveries and kept responses. A worker looks at all
// rows of these in small transactions, and does so once more in a second pass. Docs:
// docs/decisions/0023-erasure-and-deletion.md.

/**
 * Erases one batch of rows for one erased account, and records the progress in the same transaction. `doneId` is the id
 * of an account of which nothing is left. Any number of processes may call it and may be killed.
 */
export const eraseRemains = (db: Database): Promise<{ hasMore: boolean; doneId?: string }> =>
  db.transaction(async (connection) => {
    const erasure = await queryOne(connection, takeErasure, {});
    if (!erasure) return { hasMore: false };
    const { userId, stage } = erasure;
    const cursor = await eraseBatch[stage](connection, { userId, after: erasure.cursor });
    const next = cursor ? stage : stages[stages.indexOf(stage) + 1];
    if (next) {
      await queryOne(connection, saveProgress, {
        userId,
        stage: next,
        cursor: cursor && JSON.stringify(cursor),
      });
      return { hasMore: true };
    }
    const ended = await queryOne(connection, endPass, { userId });
    return { hasMore: true, ...(ended?.isFinished && { doneId: userId }) };
  });

/**
 * The second pass begins at this time and is the last one: by then requests that had read the account before the
 * erasure have ended, and running delivery attempts are recorded.
 */
const secondPassDueAt = raw(`requested_at + interval '2 minutes'`);

const stages = ['events', 'deliveries', 'responses'] as const;
type Stage = (typeof stages)[number];
/** The key of the last row of a batch; null at the end of the stage. */
type Cursor = readonly string[] | null;
type Params = { userId: string; after: Cursor };

/** Rows of one transaction, which takes some milliseconds. A kept response can have megabytes. */
const batchSizes = { events: 250, deliveries: 250, responses: 50 };
const batchSizeOf = (stage: Stage) => raw(String(batchSizes[stage]));

const nameAsJson = raw(`to_jsonb('${erasedName}'::text)`);
/** Whether an event has a pause by this person, after the change or before it. */
const isPauseBy = (userId: Expression) => sql`(snapshot #>> '{paused,by,id}' = ${userId}
      or changes #>> '{paused,before,by,id}' = ${userId})`;

/**
 * Only events of members, and of subjects that a person has paused, contain a name: none of a task. They are read in
 * the order of the index `events_rare_subjects_idx`, which has no events of tasks. `jsonb_set` with `false` adds no
 * path that is missing.
 */
const eraseFromEvents = defineStatement<
  { userId: string; after: string },
  { cursor: string[]; isFull: boolean }
>(
  ({ userId, after }) => sql`
  with page as materialized (
    select team_id, type, xid, id from events
    where subject_type <> 'task' and (team_id, type, xid, id) > (${after}::jsonb ->> 0, ${after}::jsonb ->> 1,
      (${after}::jsonb ->> 2)::xid8, (${after}::jsonb ->> 3)::bigint)
    order by team_id, type, xid, id limit ${batchSizeOf('events')}
  ),
  erased as (
    update events set
      snapshot = case when subject_id = ${userId} then jsonb_set(snapshot, '{name}', ${nameAsJson}, false)
        when snapshot #>> '{paused,by,id}' = ${userId} then jsonb_set(snapshot, '{paused,by,name}', ${nameAsJson}, false)
        else snapshot end,
      changes = case when subject_id = ${userId} then jsonb_set(changes, '{name,before}', ${nameAsJson}, false)
        when changes #>> '{paused,before,by,id}' = ${userId}
        then jsonb_set(changes, '{paused,before,by,name}', ${nameAsJson}, false) else changes end
    from page where (events.xid, events.id) = (page.xid, page.id)
      and (subject_id = ${userId} or ${isPauseBy(userId)})
  )
  select array[team_id, type, xid::text, id::text] as cursor,
    (select count(*) from page) = ${batchSizeOf('events')} as "isFull"
  from page order by team_id desc, type desc, xid desc, id desc limit 1`,
);

/** Erases the name of the actor, and the response of a receiver whose request contained the name. */
const eraseFromDeliveries = defineStatement<
  { userId: string; after: string },
  { cursor: string[]; isFull: boolean }
>(
  ({ userId, after }) => sql`
  with page as materialized (
    select id, event_xid, event_id from webhook_deliveries where id > ${after}
    order by id limit ${batchSizeOf('deliveries')}
  ),
  erased as (
    update webhook_deliveries delivery set
      actor_name = case when event.actor_id = ${userId} then '${raw(erasedName)}' else actor_name end,
      response = jsonb_set(response, '{body}', '""', false)
    from page join events as event on (event.xid, event.id) = (page.event_xid, page.event_id)
    where delivery.id = page.id and (event.actor_id = ${userId} or event.subject_id = ${userId}
      or event.subject_type <> 'task' and ${isPauseBy(userId)})
  )
  select array[id] as cursor, (select count(*) from page) = ${batchSizeOf('deliveries')} as "isFull"
  from page order by id desc limit 1`,
);

const selectResponses = defineStatement<
  { userId: string; after: string },
  { key: string; response: unknown; isFull: boolean }
>(
  ({ userId, after }) => sql`
  select encode(key_hash, 'hex') as key,
    case when strpos(response::text, ${userId}) > 0 then response end as response,
    count(*) over () = ${batchSizeOf('responses')} as "isFull"
  from (
    select key_hash, response from idempotency_keys where key_hash > decode(${after}, 'hex')
    order by key_hash limit ${batchSizeOf('responses')} for update
  ) as page
  order by key_hash`,
);

const updateResponse = defineStatement<{ key: string; response: string }, object>(
  ({ key, response }) => sql`
  update idempotency_keys set response = ${response}::json where key_hash = decode(${key}, 'hex')`,
);

/** Returns a kept response without the name and the e-mail of this person, which stand beside `id` or `userId`. */
function eraseFromResponse(value: unknown, userId: string): unknown {
  if (Array.isArray(value)) return value.map((each) => eraseFromResponse(each, userId));
  if (value === null || typeof value !== 'object') return value;
  const isPerson = 'id' in value ? value.id === userId : 'userId' in value && value.userId === userId;
  return Object.fromEntries(
    Object.entries(value).map(([field, each]) => {
      if (isPerson && field === 'name') return [field, erasedName];
      if (isPerson && field === 'email') return [field, erasedEmail(userId)];
      return [field, eraseFromResponse(each, userId)];
    }),
  );
}

/** Each erases the name from the rows of one batch after a cursor, and returns the next cursor. */
const eraseBatch: Record<Stage, (db: Queryable, params: Params) => Promise<Cursor>> = {
  async events(db, { userId, after }) {
    const last = await queryOne(db, eraseFromEvents, {
      userId,
      after: JSON.stringify(after ?? ['', '', '0', '0']),
    });
    return last?.isFull ? last.cursor : null;
  },
  async deliveries(db, { userId, after }) {
    const last = await queryOne(db, eraseFromDeliveries, { userId, after: after?.[0] ?? '' });
    return last?.isFull ? last.cursor : null;
  },
  async responses(db, { userId, after }) {
    const rows = await queryMany(db, selectResponses, { userId, after: after?.[0] ?? '' });
    for (const { key, response } of rows) {
      if (response === null) continue;
      await queryOne(db, updateResponse, {
        key,
        response: JSON.stringify(eraseFromResponse(response, userId)),
      });
    }
    const last = rows.at(-1);
    return last?.isFull ? [last.key] : null;
  },
};

type Erasure = { userId: string; stage: Stage; cursor: Cursor };

/** Locks an erasure, so that one process works on it at a time. */
const takeErasure = defineStatement<object, Erasure>(
  () => sql`
  select user_id as "userId", stage, cursor from account_erasures
  where finished_at is null and pass_due_at <= clock_timestamp()
  order by pass_due_at, user_id limit 1 for update skip locked`,
);

const saveProgress = defineStatement<{ userId: string; stage: Stage; cursor: string | null }, object>(
  ({ userId, stage, cursor }) => sql`
  update account_erasures set stage = ${stage}, cursor = ${cursor}::jsonb where user_id = ${userId}`,
);

const endPass = defineStatement<{ userId: string }, { isFinished: boolean }>(
  ({ userId }) => sql`
  update account_erasures set stage = ${raw(`'${stages[0]}'`)}, cursor = null, pass_due_at = ${secondPassDueAt},
    finished_at = case when pass_due_at >= ${secondPassDueAt} then clock_timestamp() end
  where user_id = ${userId} returning finished_at is not null as "isFinished"`,
);

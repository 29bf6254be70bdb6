import { type Task, taskFields, writableTaskFields } from '@crewboard/contracts';
import { defineStatement, empty, type Queryable, queryMany, raw, sql } from '@crewboard/db';
import type { Batch } from '#src/batching/batches.ts';
import { toSnakeCase } from '#src/to-snake-case.ts';
import { newestFieldSet } from '../../events/field-sets.ts';
import type { EventActorParams } from '../../events/record-event.ts';
import { columnTypesOf } from '../../field-columns.ts';
import type { KeyedRequest } from '../../idempotency/keep-response.ts';
import type { StoredTask } from '../task-row.ts';
import { type AttemptColumns, endAttempts, endTypes, startAttempts, startTypes } from './attempts.ts';
import { toColumnValues, toFields, toRecordColumns } from './json-columns.ts';
import { keepResponses, keyTypes, toKeyColumns } from './keep-responses.ts';
import { isLargeText } from './large-texts.ts';
import { checkedAt, type SeenTask } from './read-task.ts';
import { defineForms } from './statement-forms.ts';

// The last step of a change: one statement writes changes of any verb to many tasks, each if its task is as it was
// read. Docs: docs/decisions/0001-read-decide-write.md.

/** A comment that is created together with a change of its task. */
export type NewComment = { id: string; body: string };

/** One change: the task as it was read, its new state, and the event. */
export type Write = {
  seen: SeenTask;
  after: StoredTask;
  /** The fields that the rule sets. */
  set: Partial<StoredTask>;
  actor: EventActorParams;
  /** Null: the change has no event. */
  event: { type: string; snapshot: object; changes: object | null } | null;
  /** The attempts that the change ends or starts; null without any. */
  attempts: AttemptColumns | null;
  /** The change is written only while this agent is active. */
  guardedAgentId?: string | null;
  comment?: NewComment | undefined;
  keyedRequest?: KeyedRequest | undefined;
  /** Stored under the key of the request; null for a stage, or without a key. */
  response: object | null;
};

/** The `xmin` and `readAt` that a read right after the write would return. */
export type Written = Pick<SeenTask, 'xmin' | 'readAt'>;

type WriteOptions = {
  /** Waits for rows that others have locked. Otherwise their changes are not written. */
  waitsForLocks: boolean;
  /**
   * The transaction had locked the tasks before it read them. Then the age of the read does not matter: nobody has
   * changed them, and PostgreSQL ends the transaction of a process that is frozen for a second.
   */
  hasLocks?: boolean;
};

/**
 * Writes each change whose task is as it was read at most 2 s ago, and whose guarded agent is active; null for the
 * others. Of several changes of one task, it writes one.
 */
export async function writeChanges(
  db: Queryable,
  writes: readonly Write[],
  { waitsForLocks, hasLocks = false }: WriteOptions,
): Promise<(Written | null)[]> {
  const form = {
    ...{ waitsForLocks, hasLocks },
    setsFields: writes.some(setsFields),
    startsAttempts: writes.some(({ attempts }) => attempts?.starts_attempt),
    endsAttempts: writes.some(({ attempts }) => attempts?.ended_attempt !== undefined),
    guardsAgents: writes.some(({ guardedAgentId }) => guardedAgentId),
    hasComments: writes.some(({ comment }) => comment),
    hasKeys: writes.some(({ keyedRequest }) => keyedRequest),
  };
  const changes = JSON.stringify(writes.map((write, place) => toParameters(write, place, form)));
  const rows = await queryMany(db, statementOf(form), { changes });
  const writtenByPlace = new Map(rows.map(({ place, ...written }) => [place, written]));
  return writes.map((_, place) => writtenByPlace.get(place) ?? null);
}

/** Writes the changes of many requests, without waiting for locks. */
export const writeBatch: Batch<Write, Written | null> = {
  name: 'tasks.write',
  ownerOf: ({ actor }) => actor.teamId,
  send: (db, writes) => writeChanges(db, writes, { waitsForLocks: false }),
};

/**
 * Whether a change must not delay others in a batch: it stores a large text, also within a response, or an external id,
 * for which it may wait and fail.
 */
export const isSentAlone = ({ set, after, comment, keyedRequest }: Write): boolean =>
  set.externalId != null ||
  [set.description, set.result, comment?.body].some(isLargeText) ||
  (keyedRequest !== undefined && (after.descriptionVersion !== null || after.resultVersion !== null));

/**
 * The parts that some change needs. Each form is a prepared statement of its own, so that most changes do not pay for
 * all parts.
 */
type Form = {
  waitsForLocks: boolean;
  hasLocks: boolean;
  setsFields: boolean;
  startsAttempts: boolean;
  endsAttempts: boolean;
  guardsAgents: boolean;
  hasComments: boolean;
  hasKeys: boolean;
};

/** The read is at most 2 s old: a process that was frozen must not write long after the end of a token or lease. */
const isRecent = raw(` and checked_at > locked_at - interval '2 seconds'`);

/** The state of a task, which each change sets as a whole. */
const stateColumns = {
  ...{ status: 'task_status', assigned_agent_id: 'text' },
  ...{ held_since: 'timestamptz', completed_at: 'timestamptz' },
  ...{ attempt: 'int', lease_seconds: 'int', lease_expires_at: 'timestamptz', check_at: 'timestamptz' },
  ...{ failures_in_row: 'int', last_sign_at: 'timestamptz', needs_attention: 'text' },
  ...{ version: 'int', comment_count: 'int' },
  ...{ in_queue: 'bool', next_since: 'timestamptz', attention: 'text', not_before: 'timestamptz' },
  ...{ released_by: 'text[]', released_until: 'timestamptz' },
  ...{ updated_at: 'timestamptz', status_changed_at: 'timestamptz' },
};
const isText = (name: keyof Task): boolean => taskFields[name].kind === 'longText';
/**
 * The other fields, which few changes set. Descriptions and results have columns of their own, as they may be large.
 */
const fieldColumns = {
  ...columnTypesOf(
    taskFields,
    writableTaskFields.filter((name) => !isText(name) && !(toSnakeCase(name) in stateColumns)),
  ),
  ...{ description_by_kind: 'actor_kind', description_by_id: 'text', archived_at: 'timestamptz' },
  archived_with_project: 'bool',
  ...{ open_blockers: 'int', cancelled_blockers: 'int', dependants: 'int' },
};
const descriptionColumns = { sets_description: 'bool', description: 'text', description_version: 'int' };
const resultColumns = { sets_result: 'bool', result: 'text', result_version: 'int' };
const eventColumns = {
  ...{ team_id: 'text', actor_kind: 'actor_kind', actor_id: 'text', request_id: 'text' },
  ...{ type: 'text', snapshot: 'jsonb', changes: 'jsonb' },
};
const guardColumns = { place: 'int', id: 'text', seen_xmin: 'xid', checked_at: 'timestamptz' };
const commentColumns = { comment_id: 'text', comment_body: 'text', commented_at: 'timestamptz' };

/** The JSON columns of a form: PostgreSQL searches the JSON of each change for every column of the list. */
const columnsOf = ({ setsFields, startsAttempts, endsAttempts, guardsAgents, hasComments, hasKeys }: Form) =>
  toRecordColumns({
    ...{ ...guardColumns, ...stateColumns, ...resultColumns, ...eventColumns },
    ...(setsFields && { ...fieldColumns, ...descriptionColumns }),
    ...(startsAttempts && startTypes),
    ...(endsAttempts && endTypes),
    ...(guardsAgents && { guarded_agent_id: 'text' }),
    ...(hasComments && commentColumns),
    ...(hasKeys && keyTypes),
  });

const assignments = (names: string[]) => names.map((name) => `${name} = change.${name}`).join(', ');
/** SQL: sets a text and its version, if the change sets this text. */
const setText = (field: string) =>
  ['', '_version']
    .map((suffix) => `${field}${suffix}`)
    .map((name) => `${name} = case when sets_${field} then change.${name} else tasks.${name} end`)
    .join(', ');

const setState = raw(`${assignments(Object.keys(stateColumns))}, ${setText('result')}`);
const setFields = raw(`, ${assignments(Object.keys(fieldColumns))}, ${setText('description')}`);

const keepTexts = raw(`,
  texts as (
    insert into task_texts (task_id, field, version, body)
    select id, 'description', version, description from written
      where sets_description and description_version is not null
    union all
    select id, 'result', version, result from written where sets_result and result_version is not null
  )`);

/** For the events: those of changes that belong together are in the order of the changes. */
const inChangeOrder = raw('order by place');
/**
 * Lock the rows in the order of their ids, as the checks of stale tasks do: otherwise statements that wait could
 * deadlock.
 */
const inLockOrder = raw('order by id');

const insertComments = raw(`,
  comments as (
    insert into comments (id, team_id, task_id, author_kind, author_id, body, created_at)
    select comment_id, team_id, id, actor_kind, actor_id, comment_body, commented_at from written
    where comment_id is not null
  )`);

/**
 * The lock keeps the agent active until the commit. An agent whose row another transaction is changing counts as
 * inactive.
 */
const isAgentActive = (waitsForLocks: boolean) => sql`
      where guarded_agent_id is null or exists (
        select from agents where agents.id = guarded_agent_id and agents.status = 'active'
        for share ${raw(waitsForLocks ? '' : 'skip locked')})`;

function defineWrite(form: Form) {
  const { waitsForLocks, hasLocks } = form;
  const { setsFields, startsAttempts, endsAttempts, guardsAgents, hasComments, hasKeys } = form;
  return defineStatement<{ changes: string }, Written & { place: number }>(
    ({ changes }) => sql`
  with change as materialized (
    select sent.*, row_id, clock_timestamp() as locked_at
    from (
      select * from json_to_recordset(${changes}::json) as sent(${columnsOf(form)})${guardsAgents ? isAgentActive(waitsForLocks) : empty} ${waitsForLocks ? inLockOrder : empty}
    ) as sent cross join lateral (
      select ctid as row_id from tasks where tasks.id = sent.id and tasks.xmin = seen_xmin
      for no key update ${raw(waitsForLocks ? '' : 'skip locked')}
    ) as unchanged
  ),
  written as (
    update tasks set ${setState}${setsFields ? setFields : empty}
    from change where tasks.ctid = row_id${hasLocks ? empty : isRecent}
    returning change.*, clock_timestamp()::timestamptz(3) as at
  ),
  event as (
    insert into events (team_id, actor_kind, actor_id, request_id, type, subject_type, subject_id,
      field_set, snapshot, changes, created_at)
    select team_id, actor_kind, actor_id, request_id, type, 'task', id,
      ${raw(String(newestFieldSet('task')))}, snapshot, changes, at
    from written where type is not null ${waitsForLocks ? inChangeOrder : empty}
  )${setsFields ? keepTexts : empty}${endsAttempts ? endAttempts : empty}${startsAttempts ? startAttempts : empty}${hasComments ? insertComments : empty}${hasKeys ? keepResponses() : empty}
  select place, at as "readAt", pg_current_xact_id()::xid::text as xmin from written`,
  );
}

const statementOf = defineForms(defineWrite);

const stateFields = toFields(stateColumns);
const allFields = toFields({ ...stateColumns, ...fieldColumns });
/** A change of one of these fields needs the form `setsFields`. */
const rareFields = [...toFields(fieldColumns).map(([, field]) => field), 'description'];

/** A large result needs this form as well, because `keepTexts` stores it. */
const setsFields = ({ set }: Write): boolean =>
  rareFields.some((field) => field in set) || isLargeText(set.result);

function toParameters(
  { seen, after, set, actor, event, attempts, guardedAgentId, comment, keyedRequest, response }: Write,
  place: number,
  form: Form,
) {
  const values = toColumnValues(form.setsFields ? allFields : stateFields, after);
  Object.assign(values, { place, id: after.id, seen_xmin: seen.xmin, checked_at: checkedAt(seen) });
  if ('description' in set) {
    Object.assign(values, { sets_description: true, description: after.description });
    values.description_version = after.descriptionVersion;
  }
  if ('result' in set)
    Object.assign(values, { sets_result: true, result: after.result, result_version: after.resultVersion });
  Object.assign(values, { team_id: actor.teamId, actor_kind: actor.actorKind, actor_id: actor.actorId });
  if (event) Object.assign(values, { request_id: actor.requestId, ...event });
  if (attempts) Object.assign(values, attempts);
  if (guardedAgentId) values.guarded_agent_id = guardedAgentId;
  if (comment) {
    Object.assign(values, { comment_id: comment.id, comment_body: comment.body });
    values.commented_at = seen.readAt;
  }
  if (keyedRequest) Object.assign(values, toKeyColumns(keyedRequest, response));
  return values;
}

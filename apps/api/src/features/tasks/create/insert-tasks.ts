import { type BlockerCounts, creationNames, type NewTask, newTask, taskFields } from '@crewboard/contracts';
import { defineStatement, empty, type Queryable, queryMany, raw, type Statement, sql } from '@crewboard/db';
import type { Batch } from '#src/batching/batches.ts';
import { AppError } from '#src/errors.ts';
import { deadlineOf } from '#src/limits/team-databases.ts';
import { jsonTime } from '../../define-row.ts';
import { newestFieldSet } from '../../events/field-sets.ts';
import { type EventActorParams, eventActorParams } from '../../events/record-event.ts';
import { columnTypesOf } from '../../field-columns.ts';
import type { KeyedRequest } from '../../idempotency/keep-response.ts';
import type { VerbContext } from '../../verb-context.ts';
import { changeLocked } from '../change/change-locked.ts';
import { editBlockers } from '../change/dependencies.ts';
import { toColumnValues, toFields, toRecordColumns } from '../change/json-columns.ts';
import { keepResponses, keyTypes, toKeyColumns } from '../change/keep-responses.ts';
import { isLargeText, textVersionsAndSizes } from '../change/large-texts.ts';
import { assertParent } from '../change/parents.ts';
import { defineForms } from '../change/statement-forms.ts';
import { toSnapshot } from '../change/task-event.ts';
import { writeChanges } from '../change/write-changes.ts';
import { type FoundReferences, selectActiveAgent, selectMember, selectProject } from '../task-references.ts';
import { type StoredTask, toTask } from '../task-row.ts';

/** One new task, with the author of its event. */
export type Insert = { task: StoredTask; actor: EventActorParams; keyedRequest: KeyedRequest | undefined };

/** The parts that some task of a batch needs. */
type Form = { hasLargeTexts: boolean; hasKeys: boolean };
/** `rank` is null, in spite of its type, if a reference was not found, so that nothing was inserted. */
type Inserted = FoundReferences & { place: number; now: string; rank: string };
type InsertStatement = Statement<{ tasks: string }, Inserted>;

/** The columns that callers set. */
const fieldTypes = columnTypesOf(taskFields, creationNames(taskFields));
const fieldColumns = raw(Object.keys(fieldTypes).join(', '));
const fieldNames = toFields(fieldTypes);
const columnTypes = {
  ...{ place: 'int', id: 'text', team_id: 'text' },
  ...fieldTypes,
  ...{ description_version: 'int', in_queue: 'bool', check_at: 'timestamptz' },
  ...{ open_blockers: 'int', cancelled_blockers: 'int', dependants: 'int', attention: 'text' },
  ...{ actor_kind: 'actor_kind', actor_id: 'text', request_id: 'text', snapshot: 'jsonb' },
  ...keyTypes,
};
const columns = toRecordColumns(columnTypes);

/** SQL: the ids that the row `each` names. */
const references = {
  teamId: raw('each.team_id'),
  projectId: raw('each.project_id'),
  agentId: raw('each.assigned_agent_id'),
  memberId: raw('each.assigned_member_id'),
};

/** As `findStaleTime`: after so many seconds a new task of the queue is stale. */
const staleAfter = raw(
  'case when each.assigned_agent_id is null then project.queue_stale_after_seconds else project.stale_after_seconds end',
);

const keepText = raw(`,
  texts as (
    insert into task_texts (task_id, field, version, body)
    select id, 'description', description_version, description from written where description_version is not null
  )`);

/**
 * Inserts the task of each call whose references are found. The database makes the times and ranks of the new tasks,
 * and adds them to the stored snapshots and responses. A subquery that returns a value is a lookup for each call; with
 * `exists`, PostgreSQL may read a whole table for many calls.
 */
const defineInsert = ({ hasLargeTexts, hasKeys }: Form): InsertStatement =>
  defineStatement(
    ({ tasks }) => sql`
  with given as materialized (
    select each.*, clock_timestamp()::timestamptz(3) as now, project.id is not null as project_found, ${staleAfter} as stale_after,
      (${selectActiveAgent(references)}) is not null as agent_found,
      (${selectMember(references)}) is not null as member_found
    from json_to_recordset(${tasks}::json) as each(${columns})
      left join lateral (${selectProject(references)} limit 1) as project on true
  ),
  created as (
    insert into tasks (id, team_id, ${fieldColumns}, description_version, rank, in_queue, check_at, open_blockers,
      cancelled_blockers, dependants, attention, created_by_kind, created_by_id, description_by_kind, description_by_id, created_at, updated_at,
      status_changed_at, next_since)
    select id, team_id, ${fieldColumns}, description_version, new_rank(place), in_queue,
      case when in_queue then now + make_interval(secs => stale_after) else check_at end, open_blockers,
      cancelled_blockers, dependants, attention,
      actor_kind, actor_id, actor_kind, actor_id, now, now, now, now
    from given where project_found and (assigned_agent_id is null or agent_found)
      and (assigned_member_id is null or member_found)
    returning id, rank
  ),
  written as (
    select given.*,
      jsonb_build_object('createdAt', at, 'updatedAt', at, 'statusChangedAt', at, 'rank', created.rank) as generated
    from created join given using (id), lateral (select ${jsonTime(raw('now'))} as at offset 0) as time
  ),
  event as (
    insert into events (team_id, actor_kind, actor_id, request_id, type, subject_type, subject_id,
      field_set, snapshot, created_at)
    select team_id, actor_kind, actor_id, request_id, 'task.created', 'task', id,
      ${raw(String(newestFieldSet('task')))}, snapshot || generated, clock_timestamp()
    from written order by place
  )${hasLargeTexts ? keepText : empty}${hasKeys ? keepResponses(raw('(response::jsonb || generated)::json')) : empty}
  select place, now, created.rank, project_found as "projectFound", agent_found as "agentFound", member_found as "memberFound"
  from given left join created using (id)`,
  );

const statementOf = defineForms(defineInsert);

const toParameters = ({ task, actor, keyedRequest }: Insert, place: number) => ({
  ...{ place, id: task.id, team_id: actor.teamId, ...toColumnValues(fieldNames, task) },
  ...{ description_version: task.descriptionVersion, in_queue: task.inQueue, check_at: task.checkAt },
  ...{ open_blockers: task.openBlockers, cancelled_blockers: task.cancelledBlockers },
  ...{ dependants: task.dependants, attention: task.attention },
  snapshot: toSnapshot(task),
  ...{ actor_kind: actor.actorKind, actor_id: actor.actorId, request_id: actor.requestId },
  ...(keyedRequest && toKeyColumns(keyedRequest, toTask(task))),
});

/** Sends the tasks of many calls as one statement. Returns a row for each, in the order of the calls. */
export async function insertTasks(db: Queryable, sent: readonly Insert[]): Promise<Inserted[]> {
  const statement = statementOf({
    hasLargeTexts: sent.some(({ task }) => task.descriptionVersion !== null),
    hasKeys: sent.some(({ keyedRequest }) => keyedRequest),
  });
  const rows = await queryMany(db, statement, { tasks: JSON.stringify(sent.map(toParameters)) });
  return rows.sort((a, b) => a.place - b.place);
}

const insertBatch: Batch<Insert, Inserted> = {
  name: 'tasks.create',
  ownerOf: ({ actor }) => actor.teamId,
  send: insertTasks,
};

/**
 * Creates a task, unless a reference is not found. Sends a task with a large description or an external id alone: it
 * may take long, or fail and undo a batch.
 */
export async function insertTask(
  ctx: VerbContext,
  fields: NewTask,
): Promise<FoundReferences & { task: StoredTask }> {
  if (fields.blockedBy.length > 0 || fields.parentId !== null) return insertRelatedTask(ctx, fields);
  const insert = toInsert(ctx, fields);
  const isSentAlone = isLargeText(fields.description) || fields.externalId !== null;
  const inserted = isSentAlone
    ? (await insertTasks(ctx.db, [insert]))[0]
    : await ctx.batches.run(insertBatch, insert);
  return toInserted(insert, inserted);
}

/** `blockers`: the counts of its blockers, if it has any. */
export function toInsert(ctx: VerbContext, fields: NewTask, blockers?: BlockerCounts): Insert {
  const state = newTask(fields, ctx.actor, blockers);
  const texts = { descriptionVersion: null, descriptionBytes: null, resultVersion: null, resultBytes: null };
  const task: StoredTask = {
    ...state,
    ...texts,
    ...textVersionsAndSizes(state, { description: state.description }),
  };
  return { task, actor: eventActorParams(ctx), keyedRequest: ctx.keyedRequest };
}

/** The created task, with its times and rank from the database, and which references were found. */
export function toInserted({ task }: Insert, inserted: Inserted | undefined) {
  if (!inserted) throw new Error('The statement returns a row for each call.');
  const { now, rank, place: _, ...found } = inserted;
  const times = { createdAt: now, updatedAt: now, statusChangedAt: now, nextSince: now };
  return { task: { ...task, ...times, rank }, ...found };
}

/**
 * Inserts tasks with the lock of the team. Tries again while `insert` returns undefined, because a blocker has changed
 * since it was read. Throws UNAVAILABLE after 5 s.
 */
async function insertLocked<Result>(
  { db, actor }: VerbContext,
  insert: (db: Queryable) => Promise<Result | undefined>,
): Promise<Result> {
  const deadline = deadlineOf(db);
  while (performance.now() < deadline) {
    const inserted = await changeLocked(db, { dependenciesOfTeam: actor.teamId }, insert);
    if (inserted) return inserted;
  }
  throw new AppError('UNAVAILABLE', 'The tasks of `blockedBy` are being changed. Try again in a moment.');
}

/**
 * Inserts a task with a parent or blockers. The rows of blockers have the numbers of their dependants, so they change
 * too.
 */
const insertRelatedTask = (ctx: VerbContext, fields: NewTask) =>
  insertLocked(ctx, async (db) => {
    const { teamId } = ctx.actor;
    const { id, blockedBy, parentId } = fields;
    const withoutBlockers = { id, blockedBy: [], dependants: 0 };
    if (parentId !== null) await assertParent(db, { id, teamId, isNew: true }, parentId);
    const edit = blockedBy.length > 0 ? await editBlockers(ctx, db, withoutBlockers, blockedBy) : undefined;
    const insert = toInsert(ctx, fields, edit?.counts);
    const result = toInserted(insert, (await insertTasks(db, [insert]))[0]);
    // Without a rank nothing was inserted: a reference was not found.
    if (result.task.rank === null) return result;
    // A blocker has changed since it was read: undo the insertion, and start over.
    if (edit && (await writeChanges(db, edit.writes, { waitsForLocks: true })).includes(null))
      return undefined;
    await edit?.replaceEdges();
    return result;
  });

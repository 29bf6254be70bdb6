import {
  countAsBlocker,
  decideBlockers,
  noBlockers,
  type TaskState,
  withoutBlocker,
} from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, raw, sql } from '@crewboard/db';
import { noFieldSet } from '../../events/field-sets.ts';
import { type EventActorParams, recordEvent } from '../../events/record-event.ts';
import type { StoredTask } from '../task-row.ts';
import { lockInIdOrder, readByIds, readDependants } from './dependencies.ts';
import { type SeenTask, seenColumns } from './read-task.ts';
import { type ChangeAuthor, toSystemWrite } from './to-write.ts';
import { type Write, writeChanges } from './write-changes.ts';

// Deletes the rows of tasks and what other tasks have of them, in a transaction with the lock of the team
// (`changeLocked`). The eraser removes the rest later. Docs: docs/decisions/0022-deletion.md.

/**
 * `unblocked`: the tasks that no longer wait for this one, nor for any other. `isDeleted`: false while sub-tasks may
 * be left.
 */
export type Removed = { isDeleted: boolean; unblocked: StoredTask[] };

/**
 * Deletes a task, and changes other tasks with it; undefined if one of them has changed since it was read: then undo
 * the transaction. Does not change tasks of the project `projectId`, which is deleted as well. With 500 sub-tasks or
 * more, it changes 500 and deletes nothing yet: call it again.
 */
export async function removeTask(
  author: ChangeAuthor,
  db: Queryable,
  task: SeenTask,
  projectId: string | null = null,
): Promise<Removed | undefined> {
  const { teamId } = author.actor;
  const { writes, isPartial } = await writesOfOthers(author, db, task, projectId);
  await queryMany(db, lockInIdOrder, { teamId, taskIds: [task.id, ...writes.map(({ seen }) => seen.id)] });
  if (writes.length > 0 && (await writeChanges(db, writes, { waitsForLocks: true })).includes(null))
    return undefined;
  if (!isPartial && !(await removeRows(author, db, [task]))) return undefined;
  const unblocked = writes.filter(({ seen, after }) => seen.isBlocked && !after.isBlocked);
  return { isDeleted: !isPartial, unblocked: unblocked.map(({ after }) => after) };
}

/**
 * Deletes tasks of a deleted project at once, except those related to tasks of other projects, whose ids it returns.
 * Undefined if a task has changed since it was read: then undo the transaction.
 */
export async function removeTasksOfProject(
  author: ChangeAuthor,
  db: Queryable,
  tasks: readonly SeenTask[],
  projectId: string,
): Promise<{ relatedIds: string[] } | undefined> {
  const { teamId } = author.actor;
  const ids = tasks.map(({ id }) => id);
  const relatedIds = (await queryMany(db, selectRelated, { ids, projectId })).map(({ id }) => id);
  const unrelated = tasks.filter(({ id }) => !relatedIds.includes(id));
  await queryMany(db, lockInIdOrder, { teamId, taskIds: unrelated.map(({ id }) => id) });
  return (await removeRows(author, db, unrelated)) && { relatedIds };
}

/** How many sub-tasks lose their parent in one transaction. */
const maxChildren = 500;

const readChildren = defineStatement<{ parentId: string; projectId: string | null }, SeenTask>(
  ({ parentId, projectId }) => sql`
  select ${seenColumns} from tasks
  where parent_id = ${parentId} and project_id is distinct from ${projectId}
  order by id limit ${raw(String(maxChildren))}`,
);

type EventType = 'task.updated' | 'task.unblocked' | 'task.blocked' | null;
type Change = { event: EventType; set: Partial<TaskState> };

/** The changes of other tasks, by id. */
type Changes = Map<string, Change & { seen: SeenTask }>;

/** Adds a change. A task may wait for the deleted task and be its sub-task: its row is written once. */
function addChange(changes: Changes, seen: SeenTask, { event, set }: Change): void {
  const known = changes.get(seen.id);
  changes.set(seen.id, { seen, event: known?.event ?? event, set: { ...known?.set, ...set } });
}

/** The changes of the task's dependants and blockers. */
async function changesOfDependencies(
  db: Queryable,
  teamId: string,
  task: SeenTask,
  stays: (other: StoredTask) => boolean,
): Promise<Changes> {
  const changes: Changes = new Map();
  const dependants = task.dependants > 0 ? await queryMany(db, readDependants, { taskId: task.id }) : [];
  for (const seen of dependants.filter(stays)) {
    const recount = decideBlockers(seen, countAsBlocker(task), noBlockers);
    // 'keep' for a deleted task that is done: it is not in the counts.
    const { event, set } = typeof recount === 'string' ? { event: null, set: {} } : recount;
    const change = { ...set, ...withoutBlocker(seen, task.id) };
    addChange(changes, seen, { event: (event as EventType) ?? 'task.updated', set: change });
  }
  const { blockedBy: taskIds } = task;
  const blockers =
    taskIds.length > 0 ? await queryMany(db, readByIds, { teamId, taskIds: [...taskIds] }) : [];
  for (const seen of blockers.filter(stays))
    addChange(changes, seen, { event: null, set: { dependants: seen.dependants - 1 } });
  return changes;
}

/**
 * The writes of other tasks that follow from a deletion: its dependants no longer wait for it, and its sub-tasks have
 * no parent. Tasks of the project `projectId` do not change, as they are deleted as well. `isPartial`: these are
 * sub-tasks alone, and more may be left. Dependencies change only in the transaction that deletes the task, because
 * they are counted.
 */
async function writesOfOthers(
  author: ChangeAuthor,
  db: Queryable,
  task: SeenTask,
  projectId: string | null,
): Promise<{ writes: Write[]; isPartial: boolean }> {
  const stays = (other: StoredTask) => other.projectId !== projectId;
  const children = await queryMany(db, readChildren, { parentId: task.id, projectId });
  const isPartial = children.length === maxChildren;
  const changes: Changes = isPartial
    ? new Map()
    : await changesOfDependencies(db, author.actor.teamId, task, stays);
  for (const seen of children) addChange(changes, seen, { event: 'task.updated', set: { parentId: null } });
  const writes = [...changes.values()].flatMap(
    ({ seen, event, set }) => toSystemWrite(author, seen, { event, set }) ?? [],
  );
  return { writes, isPartial };
}

type Params = EventActorParams & { ids: string[]; xmins: string[] };

/**
 * SQL: the `changes` of the event, whose snapshot has the id alone. For the stored counts, the event of a task that was
 * not archived has its former project and status.
 */
const eventChanges = raw(`case when gone.archived_at is null then jsonb_build_object(
    'projectId', jsonb_build_object('before', gone.project_id), 'status', jsonb_build_object('before', gone.status)) end`);

/**
 * Deletes the tasks that are as they were read. `blockers` skips dependencies between two of them, which `dependants`
 * deletes: a statement must not delete a row twice.
 */
const deleteRows = defineStatement<Params, { id: string }>(
  (p) => sql`
  with gone as (
    delete from tasks using unnest(${p.ids}::text[], ${p.xmins}::text[]) as seen (id, xmin)
    where tasks.id = seen.id and tasks.xmin = seen.xmin::xid returning tasks.*
  ),
  tombstone as (
    insert into tombstones (id, team_id, subject_type, created_at) select id, team_id, 'task', created_at from gone
  ),
  search_row as (delete from task_search using gone where task_search.task_id = gone.id),
  dependants as (delete from task_dependencies using gone where blocker_id = gone.id),
  blockers as (
    delete from task_dependencies using (select id, unnest(blocked_by) as blocker_id from gone) as edge
    where (task_dependencies.blocker_id, task_id) = (edge.blocker_id, edge.id)
      and not exists (select from gone where gone.id = edge.blocker_id)
  ),
  event as (${recordEvent({
    ...{ actor: p, type: 'task.deleted', subject: 'task', fieldSet: noFieldSet },
    ...{ changes: eventChanges, after: 'gone' },
    snapshot: (row) => raw(`jsonb_build_object('id', ${row}.id)`),
  })})
  select id from gone`,
);

/** Undefined if one of the tasks has changed since it was read. */
async function removeRows(
  { actor, requestId }: ChangeAuthor,
  db: Queryable,
  tasks: readonly SeenTask[],
): Promise<true | undefined> {
  const { teamId, kind: actorKind, id: actorId } = actor;
  const seen = { ids: tasks.map(({ id }) => id), xmins: tasks.map(({ xmin }) => xmin) };
  const gone = await queryMany(db, deleteRows, { teamId, actorKind, actorId, requestId, ...seen });
  return gone.length === tasks.length ? true : undefined;
}

/** The ids of tasks that have a dependant, blocker or sub-task in another project. `limit 1`: see `readDependants`. */
const selectRelated = defineStatement<{ ids: string[]; projectId: string }, { id: string }>(
  ({ ids, projectId }) => sql`
  select task.id from unnest(${ids}::text[]) as given (id)
    cross join lateral (select id, blocked_by, dependants from tasks where tasks.id = given.id limit 1) as task
  where dependants > 0 and exists (
      select from task_dependencies cross join lateral (
        select project_id from tasks where tasks.id = task_dependencies.task_id limit 1) as other
      where blocker_id = task.id and other.project_id <> ${projectId})
    or exists (
      select from unnest(blocked_by) as blocker cross join lateral (
        select project_id from tasks where tasks.id = blocker limit 1) as other
      where other.project_id <> ${projectId})
    or exists (select from tasks child where child.parent_id = task.id and child.project_id <> ${projectId})`,
);

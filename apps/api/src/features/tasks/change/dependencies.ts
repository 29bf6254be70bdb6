import {
  type BlockerCounts,
  changesBlockerCounts,
  countAsBlocker,
  countBlockers,
  decideBlockers,
  maxCycleSearch,
  maxDependants,
} from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, raw, sql } from '@crewboard/db';
import { AppError, invalid, limitReached } from '#src/errors.ts';
import type { StoredTask } from '../task-row.ts';
import { type SeenTask, seenColumns } from './read-task.ts';
import { type ChangeAuthor, toSystemWrite } from './to-write.ts';
import type { Write } from './write-changes.ts';

// The blockers of a task and its dependants. Their stored counts change in the transaction of the change, which has the
// lock of the team (`changeLocked`). Docs: docs/decisions/0019-dependencies.md.

/** Returns the tasks in the order of their ids. */
export const readByIds = defineStatement<{ teamId: string; taskIds: string[] }, SeenTask>(
  ({ teamId, taskIds }) => sql`
  select ${seenColumns} from tasks where id = any(${taskIds}::text[]) and team_id = ${teamId} order by id`,
);

/** Locks in the order of the ids: every transaction that waits for several tasks locks them in this order. */
export const lockInIdOrder = defineStatement<{ teamId: string; taskIds: string[] }, object>(
  ({ teamId, taskIds }) => sql`
  select from tasks where id = any(${taskIds}::text[]) and team_id = ${teamId} order by id for no key update`,
);

/** The tasks that wait for a task. `limit 1` makes each a lookup: PostgreSQL would read the whole table. */
export const readDependants = defineStatement<{ taskId: string }, SeenTask>(
  ({ taskId }) => sql`
  select ${seenColumns}
  from task_dependencies cross join lateral (select xmin, * from tasks where id = task_id limit 1) as tasks
  where blocker_id = ${taskId} order by id`,
);

/** The recounts of the tasks that wait for a task, if the change makes it count otherwise as a blocker. */
export async function writesOfDependants(
  author: ChangeAuthor,
  db: Queryable,
  before: SeenTask,
  after: StoredTask,
): Promise<Write[]> {
  if (before.dependants === 0 || !changesBlockerCounts(before, after)) return [];
  const dependants = await queryMany(db, readDependants, { taskId: before.id });
  const [countedBefore, countedAfter] = [countAsBlocker(before), countAsBlocker(after)];
  return dependants.flatMap(
    (task) => toSystemWrite(author, task, decideBlockers(task, countedBefore, countedAfter)) ?? [],
  );
}

/** The consequences of an edit of `blockedBy`, beside the edit itself. */
export type BlockerEdit = {
  /** The new counts of the task. */
  counts: BlockerCounts;
  /** Change the numbers of dependants of the added and removed blockers. */
  writes: Write[];
  replaceEdges: () => Promise<unknown>;
};

type Edited = Pick<StoredTask, 'id' | 'blockedBy' | 'dependants'>;

/**
 * Checks new values of `blockedBy` and finds what follows from them; writes nothing yet. Throws VALIDATION_ERROR for
 * ids that are no other tasks of the team, LIMIT_REACHED, and DEPENDENCY_CYCLE.
 */
export async function editBlockers(
  author: ChangeAuthor,
  db: Queryable,
  task: Edited,
  blockedBy: readonly string[],
): Promise<BlockerEdit> {
  const added = blockedBy.filter((id) => !task.blockedBy.includes(id));
  const removed = task.blockedBy.filter((id) => !blockedBy.includes(id));
  const taskIds = [...blockedBy, ...removed];
  const found = await queryMany(db, readByIds, { teamId: author.actor.teamId, taskIds });
  const blockers = found.filter(({ id }) => blockedBy.includes(id));
  assertFound(task.id, blockedBy, blockers);
  const isFull = ({ id, dependants }: SeenTask) => added.includes(id) && dependants >= maxDependants;
  const full = blockers.find(isFull);
  if (full) throw limitReached(`${maxDependants} tasks wait for task ${full.id}, which is the maximum.`);
  // Without dependants, the task cannot wait for itself.
  if (task.dependants > 0 && added.length > 0) await assertNoCycle(db, task.id, added);
  const toBlockerWrite = (blocker: SeenTask): Write | [] => {
    const difference = added.includes(blocker.id) ? 1 : removed.includes(blocker.id) ? -1 : 0;
    if (difference === 0) return [];
    const set = { dependants: blocker.dependants + difference };
    return toSystemWrite(author, blocker, { event: null, set }) ?? [];
  };
  return {
    counts: countBlockers(blockers),
    writes: found.flatMap(toBlockerWrite),
    replaceEdges: () => queryMany(db, replaceEdges, { taskId: task.id, added, removed }),
  };
}

const replaceEdges = defineStatement<{ taskId: string; added: string[]; removed: string[] }, object>(
  ({ taskId, added, removed }) => sql`
  with ended as (
    delete from task_dependencies where blocker_id = any(${removed}::text[]) and task_id = ${taskId}
  )
  insert into task_dependencies (blocker_id, task_id) select blocker_id, ${taskId} from unnest(${added}::text[]) as blocker_id`,
);

function assertFound(taskId: string, blockedBy: readonly string[], found: readonly SeenTask[]): void {
  const path = 'blockedBy';
  if (blockedBy.includes(taskId))
    throw invalid([{ path, message: 'must not have the id of the task itself' }]);
  const unknown = blockedBy.filter((id) => !found.some((task) => task.id === id));
  if (unknown.length === 0) return;
  const message = `must be ids of tasks of this team: it has no ${unknown.slice(0, 3).join(', ')}`;
  throw invalid([
    { path, message: unknown.length > 3 ? `${message} and ${unknown.length - 3} more` : message },
  ]);
}

/** These tasks and all that they wait for, directly or not: at most one more than the search allows. */
const selectAbove = defineStatement<{ taskIds: string[] }, { id: string }>(
  ({ taskIds }) => sql`
  with recursive above as (
    select id from unnest(${taskIds}::text[]) as id
    union
    select unnest(blocked_by) from above
      cross join lateral (select blocked_by from tasks where tasks.id = above.id limit 1) as task
  )
  select id from above limit ${raw(String(maxCycleSearch + 1))}`,
);

const selectBlockedBy = defineStatement<{ taskIds: string[] }, { id: string; blockedBy: string[] }>(
  ({ taskIds }) => sql`select id, blocked_by as "blockedBy" from tasks where id = any(${taskIds}::text[])`,
);

async function assertNoCycle(db: Queryable, taskId: string, added: string[]): Promise<void> {
  const above = (await queryMany(db, selectAbove, { taskIds: added })).map(({ id }) => id);
  if (above.includes(taskId)) {
    const edges = await queryMany(db, selectBlockedBy, { taskIds: above });
    const cycle = findCycle(taskId, added, new Map(edges.map(({ id, blockedBy }) => [id, blockedBy])));
    throw new AppError(
      'DEPENDENCY_CYCLE',
      `The task would wait for itself: ${[...cycle, taskId].join(' waits for ')}.`,
      { facts: { cycle } },
    );
  }
  if (above.length > maxCycleSearch)
    throw limitReached(`The task would wait for more than ${maxCycleSearch} others, directly or not.`);
}

/** The shortest cycle from a task through one of its `first` blockers back to it: each task waits for the next. */
function findCycle(taskId: string, first: readonly string[], blockedBy: Map<string, string[]>): string[] {
  const reachedFrom = new Map(first.map((id) => [id, taskId]));
  for (const [id] of reachedFrom) {
    for (const next of blockedBy.get(id) ?? []) {
      if (next === taskId) {
        const path = [id];
        for (let last = id; reachedFrom.get(last) !== taskId; path.unshift(last))
          last = reachedFrom.get(last) as string;
        return [taskId, ...path];
      }
      if (!reachedFrom.has(next)) reachedFrom.set(next, id);
    }
  }
  throw new Error('A task that was found among the blockers must be reachable.');
}

const selectOpen = defineStatement<{ taskIds: readonly string[] }, { id: string }>(
  ({ taskIds }) =>
    sql`select id from tasks where id = any(${taskIds}::text[]) and status <> 'done' order by id`,
);

/** The error for a start of a blocked task. Undefined if all its blockers are done by now. */
export async function blockedError(db: Queryable, task: StoredTask): Promise<AppError | undefined> {
  const open = await queryMany(db, selectOpen, { taskIds: task.blockedBy });
  if (open.length === 0) return undefined;
  const openBlockerIds = open.map(({ id }) => id);
  const first = openBlockerIds.slice(0, 3).join(', ');
  const rest = openBlockerIds.length > 3 ? ` and ${openBlockerIds.length - 3} more` : '';
  return new AppError('TASK_BLOCKED', `The task waits for ${first}${rest}, not done yet.`, {
    facts: { openBlockerIds },
  });
}

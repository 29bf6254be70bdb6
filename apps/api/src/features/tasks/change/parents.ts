import { maxLevels, maxSubTaskSearch } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, queryOne, raw, sql } from '@crewboard/db';
import { AppError, invalid } from '#src/errors.ts';

// Checks that sub-tasks nest at most five levels deep, without a cycle. Every change of a parent has the lock of the
// team (`changeLocked`), so the tasks above and below stay in place between the check and the write.

/** The task that gets a parent. A new task has no sub-tasks. */
type Child = { id: string; teamId: string; isNew: boolean };

/** The parent and the tasks above it. `limit 1` makes each a lookup. */
export const selectAbove = defineStatement<{ parentId: string; teamId: string }, { id: string }>(
  ({ parentId, teamId }) => sql`
  with recursive above as (
    select id, parent_id, 1 as level from tasks where id = ${parentId} and team_id = ${teamId}
    union all
    select parent.id, parent.parent_id, level + 1 from above
      cross join lateral (select id, parent_id from tasks where tasks.id = above.parent_id limit 1) as parent
    where level < ${raw(String(maxLevels))}
  )
  select id from above order by level`,
);

/** The level of each of these tasks of the team: 1 without a parent. Unknown ids have no row. */
export const selectLevels = defineStatement<
  { taskIds: readonly string[]; teamId: string },
  { id: string; level: number }
>(
  ({ taskIds, teamId }) => sql`
  with recursive above as (
    select task.id as of_id, task.parent_id, 1 as level
    from unnest(${taskIds}::text[]) as given(id)
      cross join lateral (select id, parent_id from tasks where id = given.id and team_id = ${teamId} limit 1) as task
    union all
    select of_id, parent.parent_id, level + 1 from above
      cross join lateral (select parent_id from tasks where tasks.id = above.parent_id limit 1) as parent
    where level < ${raw(String(maxLevels))}
  )
  select of_id as id, max(level)::int as level from above group by of_id`,
);

/**
 * How many levels of sub-tasks a task has, up to `maxLevels`, and how many sub-tasks: one more than `maxSubTaskSearch` at
 * most. The first row is the task itself.
 */
export const selectBelow = defineStatement<
  { taskId: string; maxLevels: number },
  { levels: number; count: number }
>(
  (params) => sql`
  with recursive below as (
    select ${params.taskId}::text as id, 0 as level
    union all
    select child.id, level + 1 from below
      cross join lateral (select id from tasks where parent_id = below.id) as child
    where level < ${params.maxLevels}::int
  )
  select max(level)::int as levels, count(*)::int - 1 as count
  from (select level from below limit ${raw(String(maxSubTaskSearch + 2))}) as searched`,
);

/**
 * Throws VALIDATION_ERROR if the task cannot have this parent, and DEPENDENCY_CYCLE if the parent is one of its
 * sub-tasks.
 */
export async function assertParent(db: Queryable, child: Child, parentId: string): Promise<void> {
  const { id: taskId, teamId, isNew } = child;
  if (parentId === taskId) throw invalidParent('must not be the id of the task itself');
  const above = (await queryMany(db, selectAbove, { parentId, teamId })).map(({ id }) => id);
  if (above.length === 0) throw invalidParent('must be the id of a task of this team');
  if (above.includes(taskId)) throw cycle([taskId, ...above.slice(0, above.indexOf(taskId))]);
  const levelsLeft = maxLevels - above.length;
  if (levelsLeft === 0)
    throw invalidParent(
      `must be on one of the first ${maxLevels - 1} levels: tasks nest ${maxLevels} levels deep`,
    );
  if (isNew) return;
  const { levels, count } = (await queryOne(db, selectBelow, { taskId, maxLevels: levelsLeft })) ?? {
    ...{ levels: 0, count: 0 },
  };
  if (levels < levelsLeft && count <= maxSubTaskSearch) return;
  throw invalidParent(
    levels < levelsLeft
      ? `cannot be set: the task has more than ${maxSubTaskSearch} sub-tasks`
      : `must be higher: with the sub-tasks of the task, there would be more than ${maxLevels} levels`,
  );
}

const invalidParent = (message: string): AppError => invalid([{ path: 'parentId', message }]);

const cycle = (ids: string[]): AppError =>
  new AppError(
    'DEPENDENCY_CYCLE',
    `The task would be a sub-task of itself: ${[...ids, ids[0]].join(' is a sub-task of ')}.`,
    { facts: { cycle: ids } },
  );

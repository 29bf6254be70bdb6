import { maxCountedChildren, type Task } from '@crewboard/contracts';
import { defineStatement, type Expression, queryOne, raw, sql } from '@crewboard/db';
import type { VerbContext } from '../../verb-context.ts';

type Counts = { total: number; done: number; cancelled: number };

/**
 * SQL: the numbers of sub-tasks, of at most 1,000. The index has open tasks first, so these are counted in any case.
 */
export const childCounts = (taskId: Expression) => sql`
  select count(*)::int as total, count(*) filter (where status = 'done')::int as done,
    count(*) filter (where status = 'cancelled')::int as cancelled
  from (
    select status from tasks where parent_id = ${taskId} order by status limit ${raw(String(maxCountedChildren))}
  ) as children`;

export const countChildrenStatement = defineStatement<{ taskId: string }, Counts>(({ taskId }) =>
  childCounts(taskId),
);

/** Counts the sub-tasks of a task, archived or not. */
export const countChildren = async ({ db }: VerbContext, { id }: Task): Promise<Counts> =>
  (await queryOne(db, countChildrenStatement, { taskId: id })) ?? { total: 0, done: 0, cancelled: 0 };

import {
  type HierarchyTask,
  maxListedChildren,
  type TaskHierarchy,
  type TaskTarget,
  taskStatuses,
} from '@crewboard/contracts';
import { defineStatement, join, queryMany, raw, sql } from '@crewboard/db';
import { jsonTime } from '../../define-row.ts';
import type { Call } from '../../verb-context.ts';
import { childCounts } from '../context/count-children.ts';
import { findTask } from '../find-task.ts';

type Counts = TaskHierarchy['counts'];
/** Without a parent and sub-tasks there is one row with the counts: its other fields are null. */
type Row = HierarchyTask & Counts & { isParent: boolean };

const limit = raw(String(maxListedChildren));

/**
 * Reads counts and list in one statement, so that they agree. Has a part for each status, because the index has each in
 * the order of creation.
 */
export const hierarchyStatement = defineStatement<{ taskId: string; parentId: string | null }, Row>(
  ({ taskId, parentId }) => {
    const branch = (status: string) => sql`(
      select * from tasks where parent_id = ${taskId} and status = ${raw(`'${status}'`)}
      order by created_at, id limit ${limit})`;
    return sql`
    with counts as materialized (${childCounts(taskId)})
    select tasks.id, title, status, project_id as "projectId", assigned_agent_id as "assignedAgentId",
      assigned_member_id as "assignedMemberId", ${jsonTime(raw('archived_at'))} as "archivedAt", version,
      ${jsonTime(raw('created_at'))} as "createdAt", is_parent as "isParent", counts.*
    from counts left join (
      select true as is_parent, tasks.* from tasks where id = ${parentId}::text
      union all
      select false, page.* from (
        select * from (${join(taskStatuses.map(branch), ' union all ')}) as children
        order by created_at, id limit ${limit}
      ) as page
    ) as tasks on true
    order by created_at, tasks.id`;
  },
);

/** The parent of a task, and its oldest sub-tasks, archived or not, for its panel in the dashboard. */
export async function getHierarchy({ ctx, input }: Call<typeof TaskTarget>): Promise<TaskHierarchy> {
  const { taskId } = input;
  const { parentId } = await findTask(ctx, taskId);
  const rows = await queryMany(ctx.db.reads, hierarchyStatement, { taskId, parentId });
  const { total = 0, done = 0, cancelled = 0 } = rows[0] ?? {};
  const listed = (isParent: boolean): HierarchyTask[] =>
    rows
      .filter((row) => row.isParent === isParent)
      .map(({ isParent: _, total: __, done: ___, cancelled: ____, ...task }) => task);
  return {
    parent: listed(true)[0] ?? null,
    children: listed(false),
    counts: { total, done, cancelled },
  };
}

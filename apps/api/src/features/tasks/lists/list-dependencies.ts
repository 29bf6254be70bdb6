import {
  type DependencyTask,
  maxDependants,
  type TaskDependencies,
  type TaskTarget,
} from '@crewboard/contracts';
import { defineStatement, queryMany, raw, sql } from '@crewboard/db';
import { jsonTime } from '../../define-row.ts';
import type { Call } from '../../verb-context.ts';
import { findTask } from '../find-task.ts';

type Row = DependencyTask & { isBlocker: boolean };

/**
 * `limit 1` makes each a lookup: PostgreSQL would read the whole table. Finished rows come last: done blockers, and
 * closed dependants.
 */
export const dependenciesStatement = defineStatement<{ taskId: string; blockedBy: string[] }, Row>(
  ({ taskId, blockedBy }) => sql`
  with other as materialized (
    select id, true as is_blocker from unnest(${blockedBy}::text[]) as id
    union all
    (select task_id, false from task_dependencies where blocker_id = ${taskId} limit ${raw(String(maxDependants))})
  )
  select tasks.id, title, status, project_id as "projectId", assigned_agent_id as "assignedAgentId",
    assigned_member_id as "assignedMemberId", ${jsonTime(raw('archived_at'))} as "archivedAt", version,
    is_blocker as "isBlocker"
  from other cross join lateral (select * from tasks where tasks.id = other.id limit 1) as tasks
  order by status = 'done' or status = 'cancelled' and not is_blocker, tasks.id`,
);

/** The tasks that a task waits for, and those that wait for it, for its panel in the dashboard. */
export async function listDependencies({ ctx, input }: Call<typeof TaskTarget>): Promise<TaskDependencies> {
  const { taskId } = input;
  const { blockedBy } = await findTask(ctx, taskId);
  const rows = await queryMany(ctx.db.reads, dependenciesStatement, { taskId, blockedBy });
  const listed = (isBlocker: boolean): DependencyTask[] =>
    rows.filter((row) => row.isBlocker === isBlocker).map(({ isBlocker: _, ...task }) => task);
  return { blockers: listed(true), dependants: listed(false) };
}

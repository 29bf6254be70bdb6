import { decideRestoration, type Task, type TaskTarget } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import type { Call } from '../verb-context.ts';
import { changeTask } from './change/change-task.ts';
import { toTask } from './task-row.ts';

/** The facts that may have changed while the task was archived. */
type Facts = {
  isProjectArchived: boolean;
  archiveAfterDays: number | null;
  /** The assigned person, if that person has left the team. */
  departedId: string | null;
};

/** May be read before the task, because an archived task keeps its project and person. */
const select = defineStatement<{ taskId: string; teamId: string }, Facts>(
  ({ taskId, teamId }) => sql`
  select projects.id is null or projects.archived_at is not null as "isProjectArchived",
    archive_after_days as "archiveAfterDays",
    case when members.user_id is null then assigned_member_id end as "departedId"
  from tasks left join projects on projects.id = project_id
    left join members on members.team_id = tasks.team_id and user_id = assigned_member_id
  where tasks.id = ${taskId} and tasks.team_id = ${teamId}`,
);

/**
 * Takes a task back from the archive as it was, unless its project is archived. Unassigns it if its person has left the
 * team. A task that is not archived does not change.
 */
export async function restoreTask({ ctx, input: { taskId } }: Call<typeof TaskTarget>): Promise<Task> {
  const facts = await queryOne(ctx.db, select, { taskId, teamId: ctx.actor.teamId });
  const call = { ...facts, versions: ctx.ifMatch };
  const { task } = await changeTask(ctx, taskId, {
    decide: (task, now) => decideRestoration(task, call, now),
  });
  ctx.taskArrivals.report(ctx.actor.teamId, task);
  return toTask(task);
}

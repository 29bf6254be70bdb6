import { type AgentTarget, decideWithdrawal } from '@crewboard/contracts';
import { defineStatement, queryMany, sql } from '@crewboard/db';
import { notFound } from '../../errors.ts';
import type { Call } from '../verb-context.ts';
import { changeTask } from './change/change-task.ts';

/** An agent that holds nothing has one row with null. */
type Held = { taskId: string | null };

/** An index has all columns that the statement reads. */
export const heldTasksStatement = defineStatement<{ agentId: string; teamId: string }, Held>(
  ({ agentId, teamId }) => sql`
  select tasks.id as "taskId"
  from agents left join tasks on tasks.assigned_agent_id = agents.id and tasks.status = 'in_progress'
    and tasks.archived_at is null
  where agents.id = ${agentId} and agents.team_id = ${teamId} order by tasks.id`,
);

/** Releases all tasks that an agent holds, one after another. Throws NOT_FOUND for an unknown agent. */
export async function releaseTasks({ ctx, input }: Call<typeof AgentTarget>): Promise<{ count: number }> {
  const { agentId } = input;
  const held = await queryMany(ctx.db, heldTasksStatement, { agentId, teamId: ctx.actor.teamId });
  if (held.length === 0) throw notFound();
  // The Idempotency-Key belongs to the whole request, not to each of its changes.
  const unkeyedCtx = { ...ctx, keyedRequest: undefined };
  let count = 0;
  for (const { taskId } of held) {
    if (taskId === null) continue;
    const call = { agentId, attempt: null, reason: null };
    const { task, isChanged } = await changeTask(unkeyedCtx, taskId, {
      decide: (task) => decideWithdrawal(task, call),
    });
    if (!isChanged) continue;
    ctx.taskArrivals.report(ctx.actor.teamId, task);
    count += 1;
  }
  return { count };
}

import type { AgentTarget } from '@crewboard/contracts';
import { defineStatement, queryMany, sql } from '@crewboard/db';
import type { z } from 'zod';
import { notFound } from '../../errors.ts';
import { eventActorParams } from '../events/record-event.ts';
import type { VerbContext } from '../verb-context.ts';
import { releaseAs } from './release-task.ts';

type Call = { ctx: VerbContext; input: z.output<typeof AgentTarget> };

const selectHeldTasks = defineStatement<{ agentId: string; teamId: string }, { taskId: string | null }>(
  ({ agentId, teamId }) => sql`
  select tasks.id as "taskId"
  from agents left join tasks on tasks.assigned_agent_id = agents.id and tasks.status = 'in_progress'
  where agents.id = ${agentId} and agents.team_id = ${teamId} order by tasks.id`,
);

/**
 * Releases all that an agent holds. One statement for each task: one for all would have its place in the log before it
 * waits for the later rows, and record their changes in the wrong order.
 */
export async function releaseTasks({ ctx, input }: Call): Promise<{ count: number }> {
  const { agentId } = input;
  const held = await queryMany(ctx.db, selectHeldTasks, { agentId, teamId: ctx.actor.teamId });
  if (held.length === 0) throw notFound();
  let count = 0;
  for (const { taskId } of held) {
    if (taskId === null) continue;
    const release = { ...eventActorParams(ctx), taskId, reason: null, holderId: agentId };
    const task = await releaseAs({ db: ctx.db }, release);
    if (task?.decision !== 'apply') continue;
    ctx.taskArrivals.report(ctx.actor.teamId, task);
    count += 1;
  }
  return { count };
}

import type { AgentTarget } from '@crewboard/contracts';
import { defineStatement, queryMany, queryOne, sql } from '@crewboard/db';
import type { z } from 'zod';
import { notFound } from '../../errors.ts';
import { type EventActorParams, eventActorParams, recordEvent } from '../events/record-event.ts';
import type { VerbContext } from '../verb-context.ts';
import { taskRow } from './task-row.ts';
import { decideRelease, decideTask, isTarget, setReleased } from './task-rules.ts';

type Call = { ctx: VerbContext; input: z.output<typeof AgentTarget> };

const selectHeldTasks = defineStatement<{ agentId: string; teamId: string }, { taskId: string | null }>(
  ({ agentId, teamId }) => sql`
  select tasks.id as "taskId"
  from agents left join tasks on tasks.assigned_agent_id = agents.id and tasks.status = 'in_progress'
  where agents.id = ${agentId} and agents.team_id = ${teamId} order by tasks.id`,
);

const releaseTask = defineStatement<EventActorParams & { agentId: string; taskId: string }, object>(
  (p) => sql`
  with ${decideTask(p.taskId, p.teamId, decideRelease(p.agentId))},
  released as (
    update tasks set ${setReleased}
    from target where ${isTarget}
    returning tasks.*
  ),
  event as (${recordEvent({
    actor: p,
    type: 'task.moved',
    subject: 'task',
    snapshot: taskRow.snapshot,
    before: 'target',
    after: 'released',
  })})
  select from released`,
);

/**
 * Moves all tasks that an agent holds back to `todo`. Uses one statement per task: a single one would
 * get its position in the log before it waits for the later rows, and record their changes in the wrong order.
 */
export async function releaseTasks({ ctx, input }: Call): Promise<{ count: number }> {
  const { agentId } = input;
  const held = await queryMany(ctx.db, selectHeldTasks, { agentId, teamId: ctx.actor.teamId });
  if (held.length === 0) throw notFound();
  let count = 0;
  for (const { taskId } of held) {
    if (taskId === null) continue;
    const released = await queryOne(ctx.db, releaseTask, { ...eventActorParams(ctx), agentId, taskId });
    if (released) count += 1;
  }
  return { count };
}

import type { Task, TaskTarget } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import type { z } from 'zod';
import type { AgentActor } from '../../auth/actor.ts';
import { type EventActorParams, eventActorParams, recordEvent } from '../events/record-event.ts';
import type { VerbContext } from '../verb-context.ts';
import { assertAccepted } from './task-errors.ts';
import { taskRow, toTask } from './task-row.ts';
import {
  type DecidedTask,
  decideClaim,
  decidedTask,
  decideTask,
  isTarget,
  setClaimed,
} from './task-rules.ts';

type Call = { ctx: VerbContext<AgentActor>; input: z.output<typeof TaskTarget> };

/**
 * One conditional statement decides the race. Contenders wait for the row in `target` and see it as the winner left it,
 * so that exactly one of them finds it claimable.
 */
const statement = defineStatement<EventActorParams & { taskId: string }, DecidedTask>(
  (p) => sql`
  with ${decideTask(p.taskId, p.teamId, decideClaim(p.actorId))},
  claimed as (
    update tasks set ${setClaimed(p.actorId)}
    from target where ${isTarget}
    returning tasks.*
  ),
  event as (${recordEvent({
    actor: p,
    type: 'task.claimed',
    subject: 'task',
    snapshot: taskRow.snapshot,
    before: 'target',
    after: 'claimed',
  })})
  select ${taskRow.columns('task')}, decision from ${decidedTask('claimed')}`,
);

/** Assigns the task to the calling agent as its holder. Every concurrent or later claim is rejected with a 409. */
export async function claimTask({ ctx, input }: Call): Promise<Task> {
  const row = await queryOne(ctx.db, statement, { ...eventActorParams(ctx), taskId: input.taskId });
  return toTask(assertAccepted(row, ctx.actor.id));
}

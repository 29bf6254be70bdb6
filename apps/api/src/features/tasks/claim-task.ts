import type { ClaimTask, Task } from '@crewboard/contracts';
import { defineStatement, type Expressions, queryOne, type Sql, sql } from '@crewboard/db';
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

type Call = { ctx: VerbContext<AgentActor>; input: z.output<typeof ClaimTask> };

type Params = EventActorParams & {
  taskId: string;
  leaseSeconds: number | null;
  versions: readonly number[] | null;
};

/** CTEs that give the locked row `target` to the calling agent, and record the event. */
export const claimTarget = (p: Expressions<EventActorParams & { leaseSeconds: number | null }>): Sql => sql`
  claimed as (
    update tasks set ${setClaimed(p.actorId, p.leaseSeconds)}
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
  })})`;

/**
 * One conditional statement decides the race. Contenders wait for the row in `target` and see it as the winner left it,
 * so that exactly one of them finds it claimable.
 */
const statement = defineStatement<Params, DecidedTask>(
  (p) => sql`
  with ${decideTask(p.taskId, p.teamId, decideClaim(p))},
  ${claimTarget(p)}
  select ${taskRow.columns('task')}, decision from ${decidedTask('claimed')}`,
);

/**
 * Gives the task to the calling agent and to nobody else: every other claim is rejected with a 409. With
 * `leaseSeconds`, until the lease ends.
 */
export async function claimTask({ ctx, input }: Call): Promise<Task> {
  const row = await queryOne(ctx.db, statement, {
    ...eventActorParams(ctx),
    taskId: input.taskId,
    leaseSeconds: input.leaseSeconds ?? null,
    versions: ctx.ifMatch,
  });
  return toTask(assertAccepted(row, ctx.actor.id));
}

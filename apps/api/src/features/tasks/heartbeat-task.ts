import type { HeartbeatTask, Task } from '@crewboard/contracts';
import { sql } from '@crewboard/db';
import type { z } from 'zod';
import type { AgentActor } from '../../auth/actor.ts';
import { defineKeyedStatement, queryKeyed } from '../idempotency/keep-response.ts';
import type { VerbContext } from '../verb-context.ts';
import { assertAccepted } from './task-errors.ts';
import { changedTaskRow, type DecidedTask, taskRow, toTask } from './task-row.ts';
import { decidedTask, decideHeartbeat, decideTask, extendLease, isAccepted, isTarget } from './task-rules.ts';

type Call = { ctx: VerbContext<AgentActor>; input: z.output<typeof HeartbeatTask> };
type Params = { taskId: string; teamId: string; actorId: string; attempt: number | null };

const statement = defineKeyedStatement<Params, DecidedTask>(
  (p, keepResponse) => sql`
  with ${decideTask(p.taskId, p.teamId, decideHeartbeat(p))},
  extended as (
    update tasks set ${extendLease}
    from target where ${isTarget}
    returning tasks.*
  )${keepResponse(taskRow.json('task'), sql`${decidedTask('extended')} where ${isAccepted}`)}
  select ${changedTaskRow.columns('task')}, decision from ${decidedTask('extended')}`,
);

/**
 * The lease of the calling agent's claim ends as long from now as it was given at first. Writes no event: open boards
 * are told by the lease feed.
 */
export async function heartbeatTask({ ctx, input }: Call): Promise<Task> {
  const { taskId, attempt = null } = input;
  const { id: actorId, teamId } = ctx.actor;
  const row = await queryKeyed(ctx, statement, { taskId, teamId, actorId, attempt });
  const task = toTask(assertAccepted(row, ctx.actor.id));
  const { leaseExpiresAt } = task;
  if (leaseExpiresAt) ctx.leaseFeed.report(teamId, { taskId, attempt: task.attempt, leaseExpiresAt });
  return task;
}

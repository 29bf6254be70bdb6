import type { HeartbeatTask, Task } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import type { z } from 'zod';
import type { AgentActor } from '../../auth/actor.ts';
import type { VerbContext } from '../verb-context.ts';
import { assertAccepted } from './task-errors.ts';
import { taskRow, toTask } from './task-row.ts';
import {
  type DecidedTask,
  decidedTask,
  decideHeartbeat,
  decideTask,
  extendLease,
  isTarget,
} from './task-rules.ts';

type Call = { ctx: VerbContext<AgentActor>; input: z.output<typeof HeartbeatTask> };
type Params = { taskId: string; teamId: string; actorId: string; attempt: number | null };

const statement = defineStatement<Params, DecidedTask>(
  (p) => sql`
  with ${decideTask(p.taskId, p.teamId, decideHeartbeat(p))},
  extended as (
    update tasks set ${extendLease}
    from target where ${isTarget}
    returning tasks.*
  )
  select ${taskRow.columns('task')}, decision from ${decidedTask('extended')}`,
);

/**
 * The lease of the calling agent's claim ends as long from now as it was given at first. Writes no event: open boards
 * hear of it from the lease feed.
 */
export async function heartbeatTask({ ctx, input }: Call): Promise<Task> {
  const { taskId, attempt = null } = input;
  const { id: actorId, teamId } = ctx.actor;
  const row = await queryOne(ctx.db, statement, { taskId, teamId, actorId, attempt });
  const task = toTask(assertAccepted(row, ctx.actor.id));
  const { leaseExpiresAt } = task;
  if (leaseExpiresAt) ctx.leaseFeed.report(teamId, { taskId, attempt: task.attempt, leaseExpiresAt });
  return task;
}

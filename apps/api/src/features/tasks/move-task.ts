import type { MoveTask, Task, TaskStatus } from '@crewboard/contracts';
import { sql } from '@crewboard/db';
import type { z } from 'zod';
import { type EventActorParams, eventActorParams, recordEvent } from '../events/record-event.ts';
import { defineKeyedStatement, queryKeyed } from '../idempotency/keep-response.ts';
import type { VerbContext } from '../verb-context.ts';
import { assertAccepted } from './task-errors.ts';
import { changedTaskRow, type DecidedTask, taskRow, toTask } from './task-row.ts';
import { decidedTask, decideMove, decideTask, isAccepted, isTarget, setMoved } from './task-rules.ts';

type Call = { ctx: VerbContext; input: z.output<typeof MoveTask> & { version?: number } };
type Params = EventActorParams & { taskId: string; status: TaskStatus; versions: readonly number[] | null };

const statement = defineKeyedStatement<Params, DecidedTask>(
  (p, keepResponse) => sql`
  with ${decideTask(p.taskId, p.teamId, decideMove(p))},
  moved as (
    update tasks set ${setMoved(p)}
    from target where ${isTarget}
    returning tasks.*
  ),
  event as (${recordEvent({
    actor: p,
    type: 'task.moved',
    subject: 'task',
    snapshot: taskRow.snapshot,
    before: 'target',
    after: 'moved',
  })})${keepResponse(taskRow.json('task'), sql`${decidedTask('moved')} where ${isAccepted}`)}
  select ${changedTaskRow.columns('task')}, decision from ${decidedTask('moved')}`,
);

/**
 * Moves a task from any status to any. `todo` clears assignment and claim; the current status changes nothing. With
 * `version`, a task in any other version is a 412.
 */
export async function moveTask({ ctx, input }: Call): Promise<Task> {
  const { taskId, status, version } = input;
  const versions = version === undefined ? ctx.ifMatch : [version];
  const row = await queryKeyed(ctx, statement, { ...eventActorParams(ctx), taskId, status, versions });
  const task = assertAccepted(row, ctx.actor.id);
  ctx.taskArrivals.report(ctx.actor.teamId, task);
  return toTask(task);
}

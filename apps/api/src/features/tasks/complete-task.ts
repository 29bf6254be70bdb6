import type { CompleteTask, Task } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import type { z } from 'zod';
import type { AgentActor } from '../../auth/actor.ts';
import { type EventActorParams, eventActorParams, recordEvent } from '../events/record-event.ts';
import type { VerbContext } from '../verb-context.ts';
import { assertAccepted } from './task-errors.ts';
import { taskRow, toTask } from './task-row.ts';
import {
  type DecidedTask,
  decideCompletion,
  decidedTask,
  decideTask,
  isTarget,
  setCompleted,
} from './task-rules.ts';

type Call = { ctx: VerbContext<AgentActor>; input: z.output<typeof CompleteTask> };

type Params = EventActorParams & {
  taskId: string;
  result: string | null;
  attempt: number | null;
  versions: readonly number[] | null;
};

/** Status, result, count and event at once. */
const statement = defineStatement<Params, DecidedTask>(
  (p) => sql`
  with ${decideTask(p.taskId, p.teamId, decideCompletion(p))},
  completed as (
    update tasks set result = ${p.result}, ${setCompleted(p.actorId)}
    from target where ${isTarget}
    returning tasks.*
  ),
  counted as (
    update agents set task_count = task_count + 1 from completed where agents.id = ${p.actorId}
  ),
  event as (${recordEvent({
    actor: p,
    type: 'task.completed',
    subject: 'task',
    snapshot: taskRow.snapshot,
    before: 'target',
    after: 'completed',
  })})
  select ${taskRow.columns('task')}, decision from ${decidedTask('completed')}`,
);

/** Stores the result and closes the task. Repeating the same completion returns the task and writes no second event. */
export async function completeTask({ ctx, input }: Call): Promise<Task> {
  const row = await queryOne(ctx.db, statement, {
    ...eventActorParams(ctx),
    taskId: input.taskId,
    result: input.result ?? null,
    attempt: input.attempt ?? null,
    versions: ctx.ifMatch,
  });
  return toTask(assertAccepted(row, ctx.actor.id));
}

import type { CompleteTask, Task } from '@crewboard/contracts';
import type { z } from 'zod';
import type { AgentActor } from '../../auth/actor.ts';
import { AppError } from '../../errors.ts';
import { lockSubject, lockTaken } from '../events/lock-subject.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import { changedAt } from '../patch.ts';
import type { VerbContext } from '../verb-context.ts';
import { findTask } from './find-task.ts';
import { assignedToOther, notClaimHolder } from './held-errors.ts';
import { type TaskRow, taskColumns, taskJson, toTask } from './task-row.ts';

type Call = { ctx: VerbContext<AgentActor>; input: z.output<typeof CompleteTask> };

/** Completed by its holder, or by an agent that could have claimed it: status, result, count and event at once. */
const statement = `
  with ${lockSubject('tasks', '$5')},
  target as (
    select * from tasks
    where id = $5 and team_id = $1 and ${lockTaken}
      and status in ('todo', 'in_progress') and (assigned_agent_id is null or assigned_agent_id = $3)
    for no key update
  ),
  completed as (
    update tasks
    set status = 'done', result = $6, assigned_agent_id = $3, held_since = null,
      completed_at = clock_timestamp(), version = target.version + 1, updated_at = ${changedAt}
    from target where tasks.id = target.id
    returning tasks.*
  ),
  counted as (
    update agents set task_count = task_count + 1 from completed where agents.id = $3
  ),
  event as (${recordEvent({
    type: 'task.completed',
    subject: 'task',
    json: taskJson,
    before: 'target',
    after: 'completed',
  })})
  select ${taskColumns('completed')} from completed`;

/** Why this agent cannot complete the task; undefined when it can. */
function refusal(task: TaskRow, agentId: string): AppError | undefined {
  const other = task.assignedAgentId !== null && task.assignedAgentId !== agentId;
  if (task.status === 'done' && !task.completedAt) {
    return new AppError('TASK_ALREADY_COMPLETED', 'The task was moved to done before.');
  }
  if (task.status === 'done') {
    const by = other ? `by agent ${task.assignedAgentId}` : 'with another result';
    return new AppError('TASK_ALREADY_COMPLETED', `The task was completed before, ${by}.`);
  }
  if (task.status === 'cancelled') return new AppError('TASK_CANCELLED', 'The task was cancelled.');
  if (!other) return undefined;
  return task.heldSince ? notClaimHolder(task, agentId) : assignedToOther(task, agentId);
}

/** Stores the result and closes the task. The same completion sent again gets the task, and no second event. */
export async function completeTask({ ctx, input }: Call): Promise<Task> {
  const result = input.result ?? null;
  for (;;) {
    const { rows } = await ctx.db.pool.query<TaskRow>({
      name: 'complete-task',
      text: statement,
      values: [...writer(ctx), input.taskId, result],
    });
    if (rows[0]) return toTask(rows[0]);
    const task = await findTask(ctx, input.taskId);
    const isOwn = task.completedAt !== null && task.assignedAgentId === ctx.actor.id;
    if (isOwn && task.result === result) return toTask(task);
    const reason = refusal(task, ctx.actor.id);
    if (reason) throw reason;
    // It became completable between the two statements: try once more.
  }
}

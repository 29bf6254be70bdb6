import type { CompleteTask, Task } from '@crewboard/contracts';
import { sql } from '@crewboard/db';
import type { z } from 'zod';
import type { AgentActor } from '../../auth/actor.ts';
import { recordEvent } from '../events/record-event.ts';
import { maxSmallTextLength } from '../events/task-texts.ts';
import type { VerbContext } from '../verb-context.ts';
import { callActor, defineTaskChange, type TaskCall, toTaskCall } from './define-task-change.ts';
import { assertAccepted } from './task-errors.ts';
import { taskRow, toTask } from './task-row.ts';
import { decideCompletion, isTarget, setCompleted } from './task-rules.ts';

type Call = { ctx: VerbContext<AgentActor>; input: z.output<typeof CompleteTask> };

/**
 * Status, result and event at once. The agent's completions are counted from the log: its row would make others wait.
 */
const complete = defineTaskChange<TaskCall & { result: string | null; attempt: number | null }>({
  name: 'tasks.complete',
  types: { result: 'text', attempt: 'int' },
  decision: decideCompletion,
  change: ({ fields, columns }) => sql`
  completed as (
    update tasks set result = ${fields.result}, ${setCompleted(fields.actorId)}
    from target where ${isTarget}
    returning tasks.*, ${columns('target')}
  ),
  event as (${recordEvent({
    actor: callActor('completed'),
    type: 'task.completed',
    subject: 'task',
    snapshot: taskRow.snapshot,
    before: 'target',
    after: 'completed',
    changes: taskRow.changes('target', 'completed', ['status', 'assignedAgentId', 'result']),
  })})`,
  changed: 'completed',
  isLarge: ({ result }) => result !== null && result.length > maxSmallTextLength,
});

/** Stores the result and closes the task. Repeating the same completion returns the task and writes no second event. */
export async function completeTask({ ctx, input }: Call): Promise<Task> {
  const { taskId, result = null, attempt = null } = input;
  const task = await complete(ctx, { ...toTaskCall(ctx, taskId), result, attempt });
  return toTask(assertAccepted(task, ctx.actor.id));
}

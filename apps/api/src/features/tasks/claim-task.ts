import type { Task, TaskTarget } from '@crewboard/contracts';
import type { z } from 'zod';
import type { AgentActor } from '../../auth/actor.ts';
import { AppError } from '../../errors.ts';
import { lockSubject, lockTaken } from '../events/lock-subject.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import { changedAt } from '../patch.ts';
import type { VerbContext } from '../verb-context.ts';
import { findTask } from './find-task.ts';
import { alreadyClaimed, assignedToOther } from './held-errors.ts';
import { type TaskRow, taskColumns, taskJson, toTask } from './task-row.ts';

type Call = { ctx: VerbContext<AgentActor>; input: z.output<typeof TaskTarget> };

/**
 * One conditional statement decides the race. Contenders queue for the row in `target` and see it as the winner
 * left it, so that exactly one of them finds it claimable.
 */
const statement = `
  with ${lockSubject('tasks', '$5')},
  target as (
    select * from tasks
    where id = $5 and team_id = $1 and ${lockTaken}
      and (status = 'todo' or status = 'in_progress' and assigned_agent_id is null)
      and (assigned_agent_id is null or assigned_agent_id = $3)
    for no key update
  ),
  claimed as (
    update tasks
    set status = 'in_progress', assigned_agent_id = $3, held_since = clock_timestamp(),
      version = target.version + 1, updated_at = ${changedAt}
    from target where tasks.id = target.id
    returning tasks.*
  ),
  event as (${recordEvent({
    type: 'task.claimed',
    subject: 'task',
    json: taskJson,
    before: 'target',
    after: 'claimed',
  })})
  select ${taskColumns('claimed')} from claimed`;

/** Why this task cannot be claimed by this agent; undefined when it can. */
function refusal(task: TaskRow, agentId: string): AppError | undefined {
  if (task.status === 'done' || task.status === 'cancelled') {
    return new AppError('TASK_NOT_CLAIMABLE', `The task is ${task.status}.`);
  }
  if (task.heldSince) return alreadyClaimed(task, agentId);
  if (task.assignedAgentId && task.assignedAgentId !== agentId) return assignedToOther(task, agentId);
}

/** Gives the task to the calling agent, and to nobody else: whoever comes second is refused with a 409. */
export async function claimTask({ ctx, input }: Call): Promise<Task> {
  for (;;) {
    const { rows } = await ctx.db.pool.query<TaskRow>({
      name: 'claim-task',
      text: statement,
      values: [...writer(ctx), input.taskId],
    });
    if (rows[0]) return toTask(rows[0]);
    const reason = refusal(await findTask(ctx, input.taskId), ctx.actor.id);
    if (reason) throw reason;
    // It became claimable again between the two statements: try once more.
  }
}

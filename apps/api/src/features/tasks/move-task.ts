import type { MoveTask, Task } from '@crewboard/contracts';
import type { z } from 'zod';
import { notFound } from '../../errors.ts';
import { lockSubject, lockTaken } from '../events/lock-subject.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import { changedAt, currentRow } from '../patch.ts';
import type { VerbContext } from '../verb-context.ts';
import { assignedToOther, notClaimHolder } from './held-errors.ts';
import { assertVersion, hasOtherVersion } from './seen-version.ts';
import { type TaskRow, taskColumns, taskJson, toTask } from './task-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof MoveTask> & { version?: number } };

/** An agent may not move what another agent holds, nor make another agent the holder. */
const isRejected = `($2 = 'agent' and coalesce(target.assigned_agent_id <> $3, false)
  and (target.held_since is not null or $6::task_status = 'in_progress'))`;

const statement = `
  with ${lockSubject('tasks', '$5')},
  target as (
    select * from tasks where id = $5 and team_id = $1 and ${lockTaken} for no key update
  ),
  moved as (
    update tasks
    set status = $6::task_status,
      assigned_agent_id = case when $6::task_status <> 'todo' then target.assigned_agent_id end,
      held_since = case when $6::task_status = 'in_progress' and target.assigned_agent_id is not null then clock_timestamp() end,
      completed_at = null, version = target.version + 1, updated_at = ${changedAt}
    from target
    where tasks.id = target.id and target.status <> $6::task_status and not ${isRejected}
      and not ${hasOtherVersion}
    returning tasks.*
  ),
  event as (${recordEvent({
    type: 'task.moved',
    subject: 'task',
    json: taskJson,
    before: 'target',
    after: 'moved',
  })})
  select ${taskColumns('task')}, ${isRejected} as "isRejected", ${hasOtherVersion} as "hasOtherVersion"
  from target, ${currentRow('moved', 'task')}`;

/**
 * Any status to any. Back to `todo` clears assignment and claim; the same status changes nothing. With `version`, a
 * task in any other version is a 412.
 */
export async function moveTask({ ctx, input }: Call): Promise<Task> {
  const { rows } = await ctx.db.pool.query<TaskRow & { isRejected: boolean; hasOtherVersion: boolean }>({
    name: 'move-task',
    text: statement,
    values: [...writer(ctx), input.taskId, input.status, input.version ?? null],
  });
  const row = rows[0];
  if (!row) throw notFound();
  if (row.isRejected) {
    throw row.heldSince ? notClaimHolder(row, ctx.actor.id) : assignedToOther(row, ctx.actor.id);
  }
  assertVersion(row);
  return toTask(row);
}

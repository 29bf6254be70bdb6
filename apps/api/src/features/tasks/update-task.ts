import { type Task, TaskPatch, type UpdateTask } from '@crewboard/contracts';
import type { z } from 'zod';
import { AppError, notFound } from '../../errors.ts';
import { lockSubject, lockTaken } from '../events/lock-subject.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import { assertPatch, changedAt, currentRow, patched } from '../patch.ts';
import type { VerbContext } from '../verb-context.ts';
import { findTask } from './find-task.ts';
import { assertVersion, hasOtherVersion } from './seen-version.ts';
import { assertReferences, type FoundReferences, referenceColumns, references } from './task-references.ts';
import { type TaskRow, taskColumns, taskJson, toTask } from './task-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof UpdateTask> & { version?: number } };

const agentFields: readonly string[] = ['title', 'description', 'priority'];

/** A done or cancelled task keeps its assignee. */
const closedWithOtherAgent = `(target.status in ('done', 'cancelled') and $6::jsonb ? 'assignedAgentId'
  and $6::jsonb ->> 'assignedAgentId' is distinct from target.assigned_agent_id)`;

const statement = `
  with ${lockSubject('tasks', '$5')},
  target as (
    select * from tasks where id = $5 and team_id = $1 and ${lockTaken} for no key update
  ),
  ${references(`$6::jsonb ->> 'projectId'`, `$6::jsonb ->> 'assignedAgentId'`)},
  wanted as (
    select target.id, ${patched('title', 'title')} as title,
      ${patched('description', 'description')} as description,
      ${patched('priority', 'priority', 'task_priority')} as priority,
      ${patched('projectId', 'project_id')} as project_id,
      ${patched('assignedAgentId', 'assigned_agent_id')} as assigned_agent_id
    from target
    where (not $6::jsonb ? 'projectId' or exists (select from project))
      and ($6::jsonb ->> 'assignedAgentId' is null or exists (select from agent))
      and not ${closedWithOtherAgent}
      and not ${hasOtherVersion}
  ),
  -- Every column that a check looks at is set: it is checked on the row as this statement found it, before it waited.
  updated as (
    update tasks
    set title = wanted.title, description = wanted.description, priority = wanted.priority,
      project_id = wanted.project_id, assigned_agent_id = wanted.assigned_agent_id,
      status = case when target.held_since is not null and wanted.assigned_agent_id is null
        then 'todo' else target.status end,
      held_since = case when target.status <> 'in_progress' or wanted.assigned_agent_id is null then null
        when wanted.assigned_agent_id = target.assigned_agent_id then target.held_since else clock_timestamp() end,
      completed_at = target.completed_at, version = target.version + 1, updated_at = ${changedAt}
    from target join wanted using (id)
    where tasks.id = target.id
      and (wanted.title, wanted.description, wanted.priority, wanted.project_id, wanted.assigned_agent_id)
        is distinct from
        (target.title, target.description, target.priority, target.project_id, target.assigned_agent_id)
    returning tasks.*
  ),
  event as (${recordEvent({
    type: 'task.updated',
    subject: 'task',
    json: taskJson,
    before: 'target',
    after: 'updated',
  })})
  select ${taskColumns('task')}, ${referenceColumns}, ${closedWithOtherAgent} as "closedWithOtherAgent",
    ${hasOtherVersion} as "hasOtherVersion"
  from target, ${currentRow('updated', 'task')}`;

async function assertMayWrite({ ctx, input }: Call, fields: string[]): Promise<void> {
  const forbidden = fields.filter((field) => !agentFields.includes(field));
  if (ctx.actor.kind !== 'agent' || forbidden.length === 0) return;
  await findTask(ctx, input.taskId);
  throw new AppError(
    'FORBIDDEN',
    `An agent may not write ${forbidden.join(', ')}; it may write ${agentFields.join(', ')}.`,
  );
}

function assertOpen(row: TaskRow & { closedWithOtherAgent: boolean }): void {
  if (!row.closedWithOtherAgent) return;
  throw row.status === 'done'
    ? new AppError('TASK_ALREADY_COMPLETED', 'The task is done and keeps its agent. Move it to todo first.')
    : new AppError('TASK_CANCELLED', 'The task is cancelled and keeps its agent. Move it to todo first.');
}

/**
 * Writes the given fields. Changing the assignee of a held task hands the claim over; setting it to null
 * gives the task back to `todo`. What changes nothing keeps `updatedAt` and writes no event. With `version`, a task
 * in any other version is a 412.
 */
export async function updateTask(call: Call): Promise<Task> {
  const { taskId, version, ...patch } = call.input;
  const fields = Object.keys(patch);
  assertPatch(patch, TaskPatch);
  await assertMayWrite(call, fields);
  const { rows } = await call.ctx.db.pool.query<
    TaskRow & FoundReferences & { closedWithOtherAgent: boolean; hasOtherVersion: boolean }
  >({
    name: 'update-task',
    text: statement,
    values: [...writer(call.ctx), taskId, JSON.stringify(patch), version ?? null],
  });
  const row = rows[0];
  if (!row) throw notFound();
  assertReferences(row, patch);
  assertOpen(row);
  assertVersion(row);
  return toTask(row);
}

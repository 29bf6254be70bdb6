import { type Task, TaskPatch, type UpdateTask } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import type { z } from 'zod';
import { AppError } from '../../errors.ts';
import { type EventActorParams, eventActorParams, recordEvent } from '../events/record-event.ts';
import { assertPatch, patched } from '../row-change.ts';
import type { VerbContext } from '../verb-context.ts';
import { findTask } from './find-task.ts';
import { assertAccepted } from './task-errors.ts';
import { assertReferences, type FoundReferences, referenceColumns, references } from './task-references.ts';
import { changedTaskRow, type DecidedTask, taskRow, toTask } from './task-row.ts';
import { decidedTask, decideTask, decideUpdate, isTarget, setAssigned } from './task-rules.ts';

type Call = { ctx: VerbContext; input: z.output<typeof UpdateTask> & { version?: number } };
type Params = EventActorParams & { taskId: string; patch: string; versions: readonly number[] | null };

const agentFields: readonly string[] = ['title', 'description', 'priority'];

const statement = defineStatement<Params, DecidedTask & FoundReferences>((p) => {
  const projectId = sql`${p.patch}::jsonb ->> 'projectId'`;
  const agentId = sql`${p.patch}::jsonb ->> 'assignedAgentId'`;
  const hasReferences = sql`(not ${p.patch}::jsonb ? 'projectId' or exists (select from project))
        and (${agentId} is null or exists (select from agent))`;
  return sql`
  with ${references({ teamId: p.teamId, projectId: sql`(${projectId})`, agentId: sql`(${agentId})` })},
  ${decideTask(p.taskId, p.teamId, decideUpdate({ patch: p.patch, versions: p.versions, hasReferences }))},
  patched as (
    select target.id,
      ${patched(p.patch, 'title')} as title,
      ${patched(p.patch, 'description')} as description,
      ${patched(p.patch, 'priority', 'task_priority')} as priority,
      ${patched(p.patch, 'projectId')} as project_id,
      ${patched(p.patch, 'assignedAgentId')} as assigned_agent_id
    from target
  ),
  updated as (
    update tasks
    set title = patched.title, description = patched.description, priority = patched.priority,
      project_id = patched.project_id, ${setAssigned(sql`patched.assigned_agent_id`)}
    from target join patched using (id)
    where ${isTarget}
      and (patched.title, patched.description, patched.priority, patched.project_id, patched.assigned_agent_id)
        is distinct from
        (target.title, target.description, target.priority, target.project_id, target.assigned_agent_id)
    returning tasks.*
  ),
  event as (${recordEvent({
    actor: p,
    type: 'task.updated',
    subject: 'task',
    snapshot: taskRow.snapshot,
    before: 'target',
    after: 'updated',
  })})
  select ${changedTaskRow.columns('task')}, decision, ${referenceColumns} from ${decidedTask('updated')}`;
});

async function assertMayWrite({ ctx, input }: Call, fields: string[]): Promise<void> {
  const forbidden = fields.filter((field) => !agentFields.includes(field));
  if (ctx.actor.kind !== 'agent' || forbidden.length === 0) return;
  await findTask(ctx, input.taskId);
  throw new AppError(
    'FORBIDDEN',
    `An agent may not write ${forbidden.join(', ')}; it may write ${agentFields.join(', ')}.`,
  );
}

/**
 * Writes the given fields. Changing the assignee of a held task transfers the claim; setting it to null
 * releases the task to `todo`. A patch without a difference keeps `updatedAt` and writes no event. With `version`, a
 * task in any other version is a 412.
 */
export async function updateTask(call: Call): Promise<Task> {
  const { ctx, input } = call;
  const { taskId, version, ...patch } = input;
  assertPatch(patch, TaskPatch);
  await assertMayWrite(call, Object.keys(patch));
  const versions = version === undefined ? ctx.ifMatch : [version];
  const params = { ...eventActorParams(ctx), taskId, patch: JSON.stringify(patch), versions };
  const row = await queryOne(ctx.db, statement, params);
  if (row) assertReferences(row, patch);
  const task = assertAccepted(row, ctx.actor.id);
  ctx.taskArrivals.report(ctx.actor.teamId, task);
  return toTask(task);
}

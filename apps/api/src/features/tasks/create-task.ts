import type { CreateTask, Task, TaskPriority } from '@crewboard/contracts';
import { defineStatement, newId, queryOne, sql } from '@crewboard/db';
import type { z } from 'zod';
import { type EventActorParams, eventActorParams, recordEvent } from '../events/record-event.ts';
import type { VerbContext } from '../verb-context.ts';
import { assertReferences, type FoundReferences, referenceColumns, references } from './task-references.ts';
import { type TaskRow, taskRow, toTask } from './task-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof CreateTask> };

type Params = EventActorParams & {
  id: string;
  projectId: string;
  agentId: string | null;
  title: string;
  description: string | null;
  priority: TaskPriority;
};

const statement = defineStatement<Params, TaskRow & FoundReferences>(
  (p) => sql`
  with ${references(p)},
  created as (
    insert into tasks (id, team_id, project_id, assigned_agent_id, title, description, priority)
    select ${p.id}, ${p.teamId}, project.id, agent.id, ${p.title}, ${p.description}, ${p.priority}::task_priority
    from project left join agent on true
    where ${p.agentId}::text is null or agent.id is not null
    returning *
  ),
  event as (${recordEvent({
    actor: p,
    type: 'task.created',
    subject: 'task',
    snapshot: taskRow.snapshot,
    after: 'created',
  })})
  select ${taskRow.columns('created')}, ${referenceColumns}
  from (values (1)) as one left join created on true`,
);

/** Creates a task in `todo`, also when it is assigned. */
export async function createTask({ ctx, input }: Call): Promise<Task> {
  const row = (await queryOne(ctx.db, statement, {
    ...eventActorParams(ctx),
    id: newId(),
    projectId: input.projectId,
    agentId: input.assignedAgentId ?? null,
    title: input.title,
    description: input.description ?? null,
    priority: input.priority ?? 'normal',
  })) as TaskRow & FoundReferences;
  assertReferences(row, input);
  ctx.taskArrivals.report(ctx.actor.teamId, row);
  return toTask(row);
}

import type { CreateTask, Task } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import type { z } from 'zod';
import { recordEvent, writer } from '../events/record-event.ts';
import type { VerbContext } from '../verb-context.ts';
import { assertReferences, referenceColumns, references } from './task-references.ts';
import { type TaskRow, taskColumns, taskJson, toTask } from './task-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof CreateTask> };

const statement = `
  with ${references('$6', '$7')},
  created as (
    insert into tasks (id, team_id, project_id, assigned_agent_id, title, description, priority)
    select $5, $1, project.id, agent.id, $8, $9, $10::task_priority
    from project left join agent on true
    where $7::text is null or agent.id is not null
    returning *
  ),
  event as (${recordEvent({ type: 'task.created', subject: 'task', json: taskJson, after: 'created' })})
  select ${taskColumns('created')}, ${referenceColumns}
  from (values (1)) as one left join created on true`;

/** Creates a task in `todo`, also when it is assigned at once. */
export async function createTask({ ctx, input }: Call): Promise<Task> {
  const { rows } = await ctx.db.pool.query({
    name: 'create-task',
    text: statement,
    values: [
      ...writer(ctx),
      newId(),
      input.projectId,
      input.assignedAgentId ?? null,
      input.title,
      input.description ?? null,
      input.priority ?? 'normal',
    ],
  });
  const row = rows[0];
  assertReferences(row, input);
  return toTask(row as TaskRow);
}

import type { CreateTask, Task, TaskPriority } from '@crewboard/contracts';
import { newId, type Queryable, raw, sql } from '@crewboard/db';
import type { z } from 'zod';
import type { Batch } from '../../batching/batches.ts';
import { type EventActorParams, eventActorParams, recordEvent } from '../events/record-event.ts';
import { maxSmallTextLength } from '../events/task-texts.ts';
import { defineKeyedCalls, type KeyOfCall, toKeyOfCall } from '../idempotency/keep-responses.ts';
import type { VerbContext } from '../verb-context.ts';
import {
  assertReferences,
  type FoundReferences,
  selectActiveAgent,
  selectProject,
} from './task-references.ts';
import { type ChangedTaskRow, changedTaskRow, taskRow, toTask } from './task-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof CreateTask> };

type CreateCall = EventActorParams &
  KeyOfCall & {
    id: string;
    projectId: string;
    agentId: string | null;
    title: string;
    description: string | null;
    priority: TaskPriority;
  };

type Outcome = ChangedTaskRow & FoundReferences & { place: number };

/**
 * A task for each call whose references are found, and no task for the others. `exists` may read the whole table of
 * projects for many calls; a subquery that returns a value is a lookup for each.
 */
const { query } = defineKeyedCalls<CreateCall, Outcome>(
  {
    ...{ teamId: 'text', actorKind: 'actor_kind', actorId: 'text', requestId: 'text' },
    ...{ id: 'text', projectId: 'text', agentId: 'text' },
    ...{ title: 'text', description: 'text', priority: 'task_priority' },
  },
  (p, calls, keepResponses) => sql`
  with calls as materialized (
    select *,
      (${selectProject(calls.fields)}) is not null as project_found,
      (${selectActiveAgent(calls.fields)}) is not null as agent_found
    from (${calls.rows(p)}) as calls
  ),
  created as (
    insert into tasks (id, team_id, project_id, assigned_agent_id, title, description, priority)
    select call_id, call_team_id, call_project_id, call_agent_id, call_title, call_description, call_priority
    from calls where project_found and (call_agent_id is null or agent_found)
    returning *
  ),
  written as (select * from created join calls on call_id = created.id),
  event as (${recordEvent({
    actor: calls.fields,
    type: 'task.created',
    subject: 'task',
    snapshot: taskRow.snapshot,
    after: 'written',
  })})${keepResponses(taskRow.json('written'), raw('written'))}
  select ${changedTaskRow.columns('created')}, call_place::int as place,
    project_found as "projectFound", agent_found as "agentFound"
  from calls left join created on created.id = call_id`,
);

async function insertTasks(db: Queryable, sent: readonly CreateCall[]): Promise<Outcome[]> {
  const rows = await query(db, sent, {});
  return rows.sort((a, b) => a.place - b.place);
}

const batch: Batch<CreateCall, Outcome> = {
  name: 'tasks.create',
  ownerOf: ({ teamId }) => teamId,
  send: insertTasks,
};

/** With a large description alone, so that batches stay small. */
async function insertTask({ db, batches }: VerbContext, call: CreateCall): Promise<Outcome> {
  const isLarge = call.description !== null && call.description.length > maxSmallTextLength;
  if (!isLarge) return batches.run(batch, call);
  return (await insertTasks(db, [call]))[0] as Outcome;
}

/** Creates a task in `todo`, also when it is assigned. */
export async function createTask({ ctx, input }: Call): Promise<Task> {
  const row = await insertTask(ctx, {
    ...eventActorParams(ctx),
    id: newId(),
    projectId: input.projectId,
    agentId: input.assignedAgentId ?? null,
    title: input.title,
    description: input.description ?? null,
    priority: input.priority ?? 'normal',
    ...toKeyOfCall(ctx),
  });
  assertReferences(row, input);
  ctx.taskArrivals.report(ctx.actor.teamId, row);
  return toTask(row);
}

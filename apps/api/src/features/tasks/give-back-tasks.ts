import type { AgentTarget } from '@crewboard/contracts';
import type { z } from 'zod';
import { notFound } from '../../errors.ts';
import { lockSubject, lockTaken } from '../events/lock-subject.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import { changedAt } from '../patch.ts';
import type { VerbContext } from '../verb-context.ts';
import { taskJson } from './task-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof AgentTarget> };

const heldTasks = `
  select agents.id as "agentId", tasks.id as "taskId"
  from agents left join tasks on tasks.assigned_agent_id = agents.id and tasks.status = 'in_progress'
  where agents.id = $1 and agents.team_id = $2 order by tasks.id`;

const statement = `
  with ${lockSubject('tasks', '$6')},
  target as (
    select * from tasks
    where id = $6 and assigned_agent_id = $5 and team_id = $1 and ${lockTaken} and status = 'in_progress' for no key update
  ),
  moved as (
    update tasks set status = 'todo', assigned_agent_id = null, held_since = null,
      version = target.version + 1, updated_at = ${changedAt}
    from target where tasks.id = target.id
    returning tasks.*
  ),
  event as (${recordEvent({
    type: 'task.moved',
    subject: 'task',
    json: taskJson,
    before: 'target',
    after: 'moved',
  })})
  select from moved`;

/**
 * Moves all that an agent holds back to `todo`, for others to claim. One statement for each task: one for all would
 * have its place in the log before it waits for the later rows, and tell their changes in the wrong order.
 */
export async function giveBackTasks({ ctx, input }: Call): Promise<{ count: number }> {
  const { agentId } = input;
  const { rows } = await ctx.db.pool.query<{ taskId: string | null }>(heldTasks, [agentId, ctx.actor.teamId]);
  if (rows.length === 0) throw notFound();
  let count = 0;
  for (const { taskId } of rows) {
    if (taskId === null) continue;
    const moved = await ctx.db.pool.query({
      name: 'give-back-task',
      text: statement,
      values: [...writer(ctx), agentId, taskId],
    });
    count += moved.rowCount ?? 0;
  }
  return { count };
}

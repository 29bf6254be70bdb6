import type { AgentTarget } from '@crewboard/contracts';
import type { z } from 'zod';
import { notFound } from '../../errors.ts';
import type { VerbContext } from '../../trpc/context.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import { changedAt } from '../patch.ts';
import { taskJson } from './task-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof AgentTarget> };

const statement = `
  with target as (
    select * from tasks
    where assigned_agent_id = $5 and team_id = $1 and status = 'in_progress' order by id for no key update
  ),
  moved as (
    update tasks set status = 'todo', assigned_agent_id = null, held_since = null,
      updated_at = ${changedAt}
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
  select (select count(*)::int from moved) as count
  from agents where id = $5 and team_id = $1`;

/** Moves all that an agent holds back to `todo`, for others to claim. */
export async function giveBackTasks({ ctx, input }: Call): Promise<{ count: number }> {
  const { rows } = await ctx.db.pool.query<{ count: number }>(statement, [...writer(ctx), input.agentId]);
  if (!rows[0]) throw notFound();
  return rows[0];
}

import type { AgentCompletions, AgentCompletionsQuery } from '@crewboard/contracts';
import { defineStatement, queryMany, raw, sql } from '@crewboard/db';
import type { z } from 'zod';
import { invalid, notFound } from '../../errors.ts';
import { xidLowerBound } from '../events/position-at-time.ts';
import type { VerbContext } from '../verb-context.ts';

type Call = { ctx: VerbContext; input: z.output<typeof AgentCompletionsQuery> };

/** Begins reading at a position in the log before these days. */
const statement = defineStatement<
  { agentId: string; teamId: string; timeZone: string },
  { date: string; count: number }
>(
  ({ agentId, teamId, timeZone }) => sql`
  with agent as (select id from agents where id = ${agentId} and team_id = ${teamId}),
  today as (select date_trunc('day', now() at time zone ${timeZone}) as day),
  days as (
    select generate_series(day - interval '29 days', day, interval '1 day') as day from today
  ),
  bounds as (
    select start, ${xidLowerBound(teamId, raw('start'))} as xid
    from (select min(day) at time zone ${timeZone} as start from days) as first
  ),
  counted as (
    select date_trunc('day', created_at at time zone ${timeZone}) as day, count(*)::int as count
    from events, bounds
    where team_id = ${teamId} and actor_id = ${agentId} and type = 'task.completed'
      and events.xid >= bounds.xid and created_at >= bounds.start
    group by 1
  )
  select to_char(days.day, 'YYYY-MM-DD') as date, coalesce(counted.count, 0) as count
  from agent, days left join counted using (day) order by days.day`,
);

/** Counts the agent's `task.completed` events per day, for 30 days up to today. Throws NOT_FOUND and VALIDATION_ERROR. */
export async function countCompletions({ ctx, input }: Call): Promise<AgentCompletions> {
  const { agentId, timeZone } = input;
  const params = { agentId, teamId: ctx.actor.teamId, timeZone };
  const rows = await queryMany(ctx.db.reads, statement, params).catch(rejectUnknownTimeZone);
  if (rows.length === 0) throw notFound();
  return { days: rows };
}

/** Turns PostgreSQL's 22023 (invalid parameter value) into VALIDATION_ERROR: Node knows some old time zone names that PostgreSQL does not. */
function rejectUnknownTimeZone(error: Error & { code?: string }): never {
  if (error.code !== '22023') throw error;
  throw invalid(
    [
      {
        path: 'timeZone',
        message: 'is not supported by the database. Use an IANA name such as Europe/Berlin',
      },
    ],
    error,
  );
}

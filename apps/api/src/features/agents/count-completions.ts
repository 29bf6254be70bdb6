import type { AgentCompletions, AgentCompletionsQuery } from '@crewboard/contracts';
import { defineStatement, queryMany, sql } from '@crewboard/db';
import { invalid, notFound } from '../../errors.ts';
import { uncountedEvents } from '../events/uncounted.ts';
import type { Call } from '../verb-context.ts';

type Params = { agentId: string; teamId: string; timeZone: string };

/**
 * Adds up the stored counts of each quarter of an hour: in every time zone a day begins with one. Exported for
 * `bench bounded`, which reads its plan.
 */
export const completionsStatement = defineStatement<Params, { date: string; count: number }>(
  ({ agentId, teamId, timeZone }) => sql`
  with agent as (select id from agents where id = ${agentId} and team_id = ${teamId}),
  today as (select date_trunc('day', now() at time zone ${timeZone}) as day),
  days as (
    select generate_series(day - interval '29 days', day, interval '1 day') as day from today
  ),
  counted as (
    select quarter as at, count from agent_completions
    where agent_id = ${agentId} and quarter >= (select min(day) at time zone ${timeZone} from days)
    union all
    select created_at, 1
    from ${uncountedEvents(teamId, sql`actor_id = ${agentId} and type = 'task.completed'`)} as event
  ),
  by_day as (
    select date_trunc('day', at at time zone ${timeZone}) as day, sum(count)::int as count from counted group by 1
  )
  select to_char(days.day, 'YYYY-MM-DD') as date, coalesce(by_day.count, 0) as count
  from agent, days left join by_day using (day) order by days.day`,
);

/**
 * The number of tasks that an agent completed on each of the last 30 days, today included, by the days of a time zone.
 * Throws NOT_FOUND and VALIDATION_ERROR.
 */
export async function countCompletions({
  ctx,
  input,
}: Call<typeof AgentCompletionsQuery>): Promise<AgentCompletions> {
  const { agentId, timeZone } = input;
  const params = { agentId, teamId: ctx.actor.teamId, timeZone };
  const rows = await queryMany(ctx.db.reads, completionsStatement, params).catch(rejectUnknownTimeZone);
  if (rows.length === 0) throw notFound();
  return { days: rows };
}

/**
 * Turns PostgreSQL's 22023 (invalid parameter value) into VALIDATION_ERROR: Node knows some old time zone names that
 * PostgreSQL does not.
 */
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

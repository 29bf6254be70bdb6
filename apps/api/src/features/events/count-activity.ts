import type { Activity } from '@crewboard/contracts';
import { defineStatement, queryMany, raw, sql } from '@crewboard/db';
import type { VerbContext } from '../verb-context.ts';
import { uncountedEvents } from './uncounted.ts';

type Row = { snapshot: string; start: string; claims: number; completions: number };

/** Adds the uncounted events to the stored counts of each minute. */
export const activityStatement = defineStatement<{ teamId: string }, Row>(
  ({ teamId }) => sql`
  with minutes as (
    select generate_series(date_trunc('minute', now()) - interval '29 minutes', date_trunc('minute', now()),
      interval '1 minute') as start
  ),
  counted as (
    select minute as start, claims, completions from team_activity
    where team_id = ${teamId} and minute >= (select min(start) from minutes)
    union all
    select date_trunc('minute', created_at), (type = 'task.claimed')::int, (type = 'task.completed')::int
    from ${uncountedEvents(teamId, raw(`type in ('task.claimed', 'task.completed')`))} as event
  )
  select pg_current_snapshot()::text as snapshot, start,
    coalesce(sum(claims), 0)::int as claims, coalesce(sum(completions), 0)::int as completions
  from minutes left join counted using (start) group by start order by start`,
);

/** Counts the claims and completions of the team in each of the last 30 minutes. */
export async function countActivity({ ctx }: { ctx: VerbContext }): Promise<Activity> {
  const rows = await queryMany(ctx.db.reads, activityStatement, { teamId: ctx.actor.teamId });
  const minutes = rows.map(({ snapshot: _, ...minute }) => minute);
  return { snapshot: rows[0]?.snapshot ?? '', minutes };
}

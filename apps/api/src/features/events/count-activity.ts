import type { Activity } from '@crewboard/contracts';
import { defineStatement, queryMany, sql } from '@crewboard/db';
import type { VerbContext } from '../verb-context.ts';

type Row = { snapshot: string; start: string; claims: number; completions: number };

const statement = defineStatement<{ teamId: string }, Row>(
  ({ teamId }) => sql`
  with minutes as (
    select generate_series(date_trunc('minute', now()) - interval '29 minutes', date_trunc('minute', now()),
      interval '1 minute') as start
  ),
  counted as (
    select date_trunc('minute', created_at) as start,
      (count(*) filter (where type = 'task.claimed'))::int as claims,
      (count(*) filter (where type = 'task.completed'))::int as completions
    from events
    where team_id = ${teamId} and created_at >= date_trunc('minute', now()) - interval '29 minutes'
    group by 1
  )
  select pg_current_snapshot()::text as snapshot, minutes.start, coalesce(claims, 0) as claims, coalesce(completions, 0) as completions
  from minutes left join counted using (start) order by start`,
);

/** How many tasks of the team were claimed and completed in each of the last 30 minutes. */
export async function countActivity({ ctx }: { ctx: VerbContext }): Promise<Activity> {
  const rows = await queryMany(ctx.db.reads, statement, { teamId: ctx.actor.teamId });
  const minutes = rows.map(({ snapshot: _, ...minute }) => minute);
  return { snapshot: rows[0]?.snapshot ?? '', minutes };
}

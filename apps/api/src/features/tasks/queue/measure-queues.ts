import { defineStatement, type Queryable, queryMany, raw, sql } from '@crewboard/db';
import { isTeamNotDeleted } from '#src/is-team-not-deleted.ts';

const maxTeams = raw('100');
const maxCount = raw('10000');

type QueueSize = { teamId: string; count: number; ageSeconds: number };

/**
 * Reads the oldest task of each team from an index, and counts only the queues of the 100 teams with the oldest tasks.
 */
export const measureQueuesStatement = defineStatement<object, QueueSize>(
  () => sql`
  with oldest as materialized (
    select teams.id as team_id, first.created_at
    from (select id from teams where ${isTeamNotDeleted('teams.id')}) as teams cross join lateral (
      select created_at from tasks where team_id = teams.id and in_queue order by created_at, id limit 1
    ) as first
    order by first.created_at limit ${maxTeams}
  )
  select team_id as "teamId", queue.count,
    greatest(extract(epoch from clock_timestamp() - oldest.created_at), 0)::float8 as "ageSeconds"
  from oldest cross join lateral (
    select count(*)::int from (
      select from tasks where team_id = oldest.team_id and in_queue order by created_at, id limit ${maxCount}
    ) as found
  ) as queue`,
);

/**
 * Counts the claimable tasks, up to 10,000, of the 100 teams whose oldest claimable task has waited longest. For the
 * metrics.
 */
export const measureQueues = (db: Queryable): Promise<QueueSize[]> =>
  queryMany(db, measureQueuesStatement, {});

import { defineStatement, type Queryable, queryMany, raw, sql } from '@crewboard/db';
import { isReleased, ofNobody } from './in-queue.ts';

const maxTeams = raw('100');
const maxCount = raw('10000');
/** Tasks that need attention stay in `todo` and are skipped, at most this many of a team. */
const maxSkipped = raw('1000');

type Queue = { teamId: string; count: number; ageSeconds: number };

/**
 * For each team one look at the index of its list of `todo` by time of creation; for the 100 with the oldest task a
 * count in the indexes of the queue, that of nobody, that of what agents released, and that of each agent. No part grows with the tasks of a team.
 */
export const measureQueuesStatement = defineStatement<object, Queue>(
  () => sql`
  with oldest as materialized (
    select teams.id as team_id, first.created_at
    from teams cross join lateral (
      select created_at from (
        select * from tasks where team_id = teams.id and status = 'todo' and archived_at is null
        order by created_at, id limit ${maxSkipped}
      ) as todo
      where in_queue limit 1
    ) as first
    order by first.created_at limit ${maxTeams}
  )
  select team_id as "teamId", queue.count,
    greatest(extract(epoch from clock_timestamp() - oldest.created_at), 0)::float8 as "ageSeconds"
  from oldest cross join lateral (
    select count(*)::int from (
      (select from tasks where ${ofNobody('team', 'oldest')} order by priority, rank limit ${maxCount})
      union all
      (select from tasks where team_id = oldest.team_id and ${isReleased} order by project_id, released_by limit ${maxCount})
      union all
      select from agents cross join lateral (
        select from tasks where in_queue and assigned_agent_id = agents.id
        order by project_id, priority, rank limit ${maxCount}
      ) as each
      where agents.team_id = oldest.team_id
      limit ${maxCount}
    ) as found
  ) as queue`,
);

/** The claimable tasks of the 100 teams whose oldest one in `todo` has waited longest, each counted up to 10,000. */
export const measureQueues = (db: Queryable): Promise<Queue[]> => queryMany(db, measureQueuesStatement, {});

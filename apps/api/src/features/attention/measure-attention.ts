import type { AttentionReason } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, raw, sql } from '@crewboard/db';
import { canWork } from '../tasks/next/next-facts.ts';
import { isOfStoppedAgent, isPaused } from '../tasks/next/of-person.ts';

const maxCount = raw('10000');

type Count = { reason: AttentionReason; count: number };

/** Of all teams, as `attentionTasks` of each finds them. No part grows with the tasks that nothing stops. */
const statement = defineStatement<object, Count>(
  () => sql`
  select attention as reason, count(*)::int from (
    select attention from tasks
    where attention is not null and not (attention = 'stale' and in_queue and (${isPaused} or ${isOfStoppedAgent}))
    limit ${maxCount}
  ) as found group by attention
  union all
  select 'paused', count(*)::int from (
    select distinct each.id from pauses cross join lateral (
      (select id from tasks where subject_type = 'team' and team_id = subject_id
        and status = 'todo' and archived_at is null and in_queue limit ${maxCount})
      union all
      (select id from tasks where subject_type = 'project' and project_id = subject_id
        and status = 'todo' and archived_at is null and in_queue limit ${maxCount})
      union all
      (select id from tasks where subject_type = 'agent' and assigned_agent_id = subject_id
        and status = 'todo' and archived_at is null and in_queue limit ${maxCount})
    ) as each limit ${maxCount}
  ) as found
  union all
  select 'agent_cannot_work', count(*)::int from (
    select from agents cross join lateral (
      select from tasks where in_queue and assigned_agent_id = agents.id and not ${isPaused}
      order by project_id, priority, rank limit ${maxCount}
    ) as each
    where not ${canWork('agents')} limit ${maxCount}
  ) as found`,
);

/** How many tasks of all teams wait for a person, by reason, each counted up to 10,000. */
export const measureAttention = (db: Queryable): Promise<Count[]> => queryMany(db, statement, {});

import type { AttentionReason } from '@crewboard/contracts';
import { defineStatement, empty, join, type Queryable, queryMany, raw, type Sql, sql } from '@crewboard/db';
import { isTeamNotDeleted } from '#src/is-team-not-deleted.ts';
import { canWork } from '../tasks/next/next-facts.ts';
import { isAgentStopped, isTaskPaused } from '../tasks/next/person-conditions.ts';

const maxCount = raw('10000');
/** The maximum of one team, so that the stale tasks of a paused team do not use up the count of others. */
const maxStaleOfTeam = raw('1000');

type Count = { reason: AttentionReason; count: number };

/** The reasons that are in the row of a task. */
const ofRows = ['attempts_exhausted', 'stale', 'blocker_cancelled', 'in_progress_unassigned'] as const;

/** In the queue, `paused` and `agent_cannot_work` come before `stale`: a task counts for one reason. */
const ofRow = (reason: (typeof ofRows)[number]): Sql => sql`
  select ${raw(`'${reason}'`)} as reason, count(*)::int from (
    select tasks.* from (select id from teams where ${isTeamNotDeleted('teams.id')}) as teams cross join lateral (
      select * from tasks where team_id = teams.id and attention = ${raw(`'${reason}'`)}
      order by created_at, id limit ${reason === 'stale' ? maxStaleOfTeam : maxCount}
    ) as tasks limit ${maxCount}
  ) as tasks
  ${reason === 'stale' ? sql`where not (in_queue and (${isTaskPaused} or ${isAgentStopped}))` : empty}`;

const inQueueOf = (type: string, column: string): Sql => sql`
      (select id from tasks where subject_type = ${raw(`'${type}'`)} and ${raw(column)} = subject_id and in_queue
        order by created_at, id limit ${maxCount})`;

/**
 * By its own pause or its team's. Left out before the limit: the tasks of these agents would use up the count of
 * others.
 */
const isAgentPaused = raw(
  'exists (select from pauses where pauses.team_id = agents.team_id and subject_id in (agents.team_id, agents.id))',
);

/**
 * Counts as `attentionTasks` does, but for all teams. The cost does not grow with the number of tasks that nothing
 * stops. The triple limit of paused tasks leaves room for duplicates: a task may be paused with its team, its project
 * and its agent.
 */
export const measureAttentionStatement = defineStatement<object, Count>(
  () => sql`
  ${join(ofRows.map(ofRow), ' union all ')}
  union all
  select 'paused', count(*)::int from (
    select distinct id from (
      select each.id from pauses cross join lateral (
        ${inQueueOf('team', 'team_id')} union all ${inQueueOf('project', 'project_id')}
        union all ${inQueueOf('agent', 'assigned_agent_id')}
      ) as each where ${isTeamNotDeleted('pauses.team_id')} limit 3 * ${maxCount}
    ) as threefold limit ${maxCount}
  ) as found
  union all
  select 'agent_cannot_work', count(*)::int from (
    select tasks.* from agents cross join lateral (
      select * from tasks where in_queue and assigned_agent_id = agents.id order by created_at, id limit ${maxCount}
    ) as tasks
    where not ${canWork} and ${isTeamNotDeleted('agents.team_id')}
      and not ${isAgentPaused}
    limit ${maxCount}
  ) as tasks
  where not ${isTaskPaused}`,
);

/** Counts the tasks of all teams that wait for a person, by reason, each up to 10,000. For the metrics. */
export const measureAttention = (db: Queryable): Promise<Count[]> =>
  queryMany(db, measureAttentionStatement, {});

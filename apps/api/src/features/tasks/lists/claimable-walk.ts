import { raw, type Sql, sql } from '@crewboard/db';
import { projectsBeingArchived } from '../change/pauses.ts';
import { canWork } from '../next/next-facts.ts';
import { type Caller, filterConditions, type ListFilters, type Walk } from './walk-tasks.ts';

/** The maximum of tasks in the queue that one page looks at: most of them may be assigned to other agents. */
export const maxLookedAt = 1_000;

/** SQL: whether an agent is not paused. The subquery is not correlated, so that PostgreSQL reads the pauses once. */
const isUnpaused = (teamId: string, agentId: Sql) =>
  sql`${agentId} not in (select subject_id from pauses where pauses.team_id = ${teamId} and subject_type = 'agent')`;

/**
 * An agent can claim a task that is unassigned or assigned to it, also one that it has released and that claim-next
 * leaves to others for a while. For other callers, a task is also claimable if its assigned agent can work. That is a
 * subquery for a value, because `exists` might scan all agents.
 */
function isForCaller({ kind, id, teamId }: Caller): Sql {
  if (kind === 'agent')
    return sql`coalesce(assigned_agent_id = ${id}, true) and ${isUnpaused(teamId, sql`${id}`)}`;
  return sql`(assigned_agent_id is null or ${isUnpaused(teamId, raw('assigned_agent_id'))}
      and (select ${canWork} from agents where agents.id = assigned_agent_id))`;
}

/** SQL: whether the caller, or any agent, could claim a task. */
export function claimableConditions(caller: Caller): Sql[] {
  const { teamId } = caller;
  return [
    raw('in_queue'),
    isForCaller(caller),
    sql`not exists (select from pauses where pauses.team_id = ${teamId} and subject_type = 'team')`,
    sql`project_id not in (
      select subject_id from pauses where pauses.team_id = ${teamId} and subject_type = 'project'
      union all ${projectsBeingArchived(sql`${teamId}`)})`,
  ];
}

/**
 * SQL: whether a task is in the queue of the team, the project or the agent. The lookups find no agent or project of
 * another team.
 */
function inQueue(teamId: string, { projectId, agentId }: Pick<ListFilters, 'projectId' | 'agentId'>): Sql {
  if (agentId)
    return sql`in_queue and assigned_agent_id = (select id from agents where id = ${agentId} and team_id = ${teamId})`;
  if (projectId)
    return sql`in_queue and project_id = (select id from projects where id = ${projectId} and team_id = ${teamId})`;
  return sql`in_queue and team_id = ${teamId}`;
}

/** The tasks that the calling agent could claim or, for other callers, any agent. */
export function claimableWalk(caller: Caller, { status = 'todo', archived, ...filters }: ListFilters): Walk {
  // No agent can claim a task that has started, is closed or archived, or is assigned to a person.
  const hasNone = status !== 'todo' || archived || filters.memberId;
  return {
    ...filters,
    teamId: caller.teamId,
    ranges: [hasNone ? raw('false') : inQueue(caller.teamId, filters)],
    maxLookedAt,
    conditions: [...claimableConditions(caller), ...filterConditions(filters)],
  };
}

import type { ListTasks } from '@crewboard/contracts';
import { raw, type Sql, sql } from '@crewboard/db';
import type { z } from 'zod';
import type { Page } from '../../read-page.ts';
import type { VerbContext } from '../../verb-context.ts';
import { projectsBeingArchived } from '../change/pauses.ts';
import { canWork } from '../next/next-facts.ts';
import { type TaskRow, taskRow } from '../task-row.ts';
import { filterConditions, type Walk, walkTasks } from './walk-tasks.ts';

/** How many tasks in the queue one page looks at: those that only others can claim are passed over. */
export const maxLookedAt = 1_000;

type Wanted = Pick<
  z.output<typeof ListTasks>,
  'status' | 'archived' | 'projectId' | 'agentId' | 'memberId' | 'blockedBy' | 'nextActor'
> & {
  limit: number;
  cursor?: string | undefined;
};
type Caller = Pick<VerbContext['actor'], 'kind' | 'id' | 'teamId'>;

/** SQL: whether nothing pauses an agent. Not correlated, so that PostgreSQL reads the pauses once. */
const isUnpaused = (teamId: string, agentId: Sql) =>
  sql`${agentId} not in (select subject_id from pauses where pauses.team_id = ${teamId} and subject_type = 'agent')`;

/**
 * An agent can claim what nobody is assigned to, or it is: also what it has released, which claim-next leaves to others for a while.
 * For others, some agent can claim what one that can work is assigned to as well: a lookup, which `exists` might make a scan of
 * all agents.
 */
function isForCaller({ kind, id, teamId }: Caller): Sql {
  if (kind === 'agent')
    return sql`coalesce(assigned_agent_id = ${id}, true) and ${isUnpaused(teamId, sql`${id}`)}`;
  return sql`(assigned_agent_id is null or ${isUnpaused(teamId, raw('assigned_agent_id'))}
      and (select ${canWork('agents')} from agents where agents.id = assigned_agent_id))`;
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

/** The tasks in the queue of the team, the project or the agent. The lookup finds none of another team. */
function inQueue(teamId: string, { projectId, agentId }: Pick<Wanted, 'projectId' | 'agentId'>): Sql {
  if (agentId)
    return sql`in_queue and assigned_agent_id = (select id from agents where id = ${agentId} and team_id = ${teamId})`;
  if (projectId)
    return sql`in_queue and project_id = (select id from projects where id = ${projectId} and team_id = ${teamId})`;
  return sql`in_queue and team_id = ${teamId}`;
}

export function claimableWalk(caller: Caller, { status = 'todo', archived, ...wanted }: Wanted): Walk {
  const hasNone = status !== 'todo' || archived || wanted.memberId;
  return {
    ...wanted,
    teamId: caller.teamId,
    where: [hasNone ? raw('false') : inQueue(caller.teamId, wanted)],
    maxLookedAt,
    conditions: [...claimableConditions(caller), ...filterConditions(wanted)],
  };
}

/** What the agent that asks could claim, or any, the newest first. A page may be short, even empty, and have a next one. */
export const listClaimableTasks = (
  { db, actor }: VerbContext,
  input: z.output<typeof ListTasks>,
): Promise<Page<TaskRow>> => walkTasks<TaskRow>(db.reads, taskRow, claimableWalk(actor, input));

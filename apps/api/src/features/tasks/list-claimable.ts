import type { ListTasks } from '@crewboard/contracts';
import { raw, type Sql, sql } from '@crewboard/db';
import type { z } from 'zod';
import type { Page } from '../read-page.ts';
import type { VerbContext } from '../verb-context.ts';
import { isBeingArchived } from './change/pauses.ts';
import { canWork } from './next/next-facts.ts';
import { type TaskRow, taskRow } from './task-row.ts';
import { filterConditions, type Walk, walkTasks } from './walk-tasks.ts';

/** How many tasks in todo one page looks at: those that wait, and those of others, are passed over. */
const maxLookedAt = 10_000;

type Wanted = Pick<
  z.output<typeof ListTasks>,
  'status' | 'archived' | 'projectId' | 'agentId' | 'memberId' | 'blockedBy' | 'nextActor'
> & {
  limit: number;
  cursor?: string | undefined;
};
type Caller = Pick<VerbContext['actor'], 'kind' | 'id' | 'teamId'>;

const isPaused = (teamId: string, subject: Sql) =>
  sql`exists (select from pauses where pauses.team_id = ${teamId} and subject_id = ${subject})`;

/**
 * An agent can claim what nobody is assigned to, or it is: also what it has released, which claim-next leaves to others for a while.
 * For others, some agent can claim what one that can work is assigned to as well.
 */
function isForCaller({ kind, id, teamId }: Caller): Sql {
  if (kind === 'agent')
    return sql`coalesce(assigned_agent_id = ${id}, true) and not ${isPaused(teamId, sql`${id}`)}`;
  return sql`(assigned_agent_id is null or not ${isPaused(teamId, raw('assigned_agent_id'))} and exists (
      select from agents where agents.id = assigned_agent_id and ${canWork('agents')}))`;
}

/** SQL: whether the caller, or any agent, could claim a task. */
export function claimableConditions(caller: Caller): Sql[] {
  const { teamId } = caller;
  return [
    raw('in_queue'),
    isForCaller(caller),
    sql`not ${isPaused(teamId, sql`${teamId}`)} and not ${isPaused(teamId, raw('project_id'))}`,
    sql`not ${isBeingArchived(sql`${teamId}`, raw('tasks.project_id'))}`,
  ];
}

export function claimableWalk(caller: Caller, { status = 'todo', archived, ...wanted }: Wanted): Walk {
  const conditions = [
    raw(String(status === 'todo' && !archived)),
    ...claimableConditions(caller),
    ...filterConditions(wanted),
  ];
  return {
    ...wanted,
    teamId: caller.teamId,
    where: [raw(`status = 'todo' and archived_at is null`)],
    maxLookedAt,
    conditions,
  };
}

/** What the agent that asks could claim, or any, the newest first. A page may be short, even empty, and have a next one. */
export const listClaimableTasks = (
  { db, actor }: VerbContext,
  input: z.output<typeof ListTasks>,
): Promise<Page<TaskRow>> => walkTasks<TaskRow>(db.reads, taskRow, claimableWalk(actor, input));

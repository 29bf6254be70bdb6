import { defineStatement, type Expression, raw, sql } from '@crewboard/db';
import { staleCheckDelay } from './check-stale-times.ts';
import { batchSize, type DueTask, dueTasks, nextDueAt } from './due-tasks.ts';

// The statement with which a round of the lease sweeper finds its work.

/** A claim that was decided before a pause may be written up to 2 s after it (`isRecent` in `write-changes`). */
const lateClaims = raw(`interval '3 seconds'`);

/** An attempt that is to end. */
export type HeldTask = { taskId: string; teamId: string; agentId: string; attempt: number };
/** An open task of a person who has left the team. */
export type DepartedTask = { taskId: string; teamId: string; memberId: string };

/**
 * The leased tasks of agents that were deactivated within the given interval: earlier rounds have released those of
 * other agents. Tasks without a lease stay with their agent. `offset 0` makes PostgreSQL look up the tasks of each
 * agent, and not read the table for many agents. `coalesce` keeps PostgreSQL from the index of all leases.
 */
const heldByInactive = (deactivatedWithin: Expression) => sql`
  select held.id as "taskId", held.team_id as "teamId", agents.id as "agentId", held.attempt
  from agents cross join lateral (
    select id, team_id, attempt from tasks
    where assigned_agent_id = agents.id and status = 'in_progress' and archived_at is null and coalesce(lease_seconds, 0) > 0
    offset 0
  ) as held
  where agents.status = 'inactive' and agents.updated_at > now() - ${deactivatedWithin}::interval
  limit ${raw(String(batchSize))}`;

/** The open tasks of people who have left their team. `offset 0`: as above. */
const assignedToDeparted = sql`
  select task.id as "taskId", departed.team_id as "teamId", departed.user_id as "memberId"
  from departed_members as departed cross join lateral (
    select id from tasks
    where team_id = departed.team_id and assigned_member_id = departed.user_id and status in ('todo', 'in_progress')
      and archived_at is null
    offset 0
  ) as task
  where not exists (select from members where (team_id, user_id) = (departed.team_id, departed.user_id))
  limit ${raw(String(batchSize))}`;

/** The held tasks, with a lease or without, of agents, projects and teams whose pause is past its grace period. */
const heldDespitePause = sql`
  select distinct on (held.id) held.id as "taskId", held.team_id as "teamId", held.assigned_agent_id as "agentId",
    held.attempt
  from pauses cross join lateral (
    select id, team_id, assigned_agent_id, attempt from tasks
    where subject_type = 'agent' and assigned_agent_id = subject_id and status = 'in_progress' and archived_at is null
    union all
    select id, team_id, assigned_agent_id, attempt from tasks
    where subject_type = 'project' and project_id = subject_id and status = 'in_progress' and archived_at is null
      and held_since is not null
    union all
    select id, team_id, assigned_agent_id, attempt from tasks
    where subject_type = 'team' and team_id = subject_id and status = 'in_progress' and archived_at is null
      and held_since is not null
    offset 0
  ) as held
  where pauses.release_at <= now()
  limit ${raw(String(batchSize))}`;

export type SweepWork = {
  due: DueTask[];
  heldByInactive: HeldTask[];
  assignedToDeparted: DepartedTask[];
  /** Whether some person has left and was not forgotten yet (`forgetDeparted`). */
  hasDeparted: boolean;
  heldDespitePause: HeldTask[];
  /**
   * `heldDespitePause` has all claims of the pauses whose grace period ended by this time: no late claim can follow.
   */
  releasedUntil: string | null;
  hasStaleChecks: boolean;
  /** When the next task becomes due, the next grace period ends, or the next stale checks begin. */
  nextInMs: number | null;
};

/** Finds all work in one statement, because most rounds find none. */
export const sweepWorkStatement = defineStatement<{ deactivatedWithin: string }, SweepWork>(
  ({ deactivatedWithin }) => sql`
  select (select coalesce(jsonb_agg(due), '[]') from (${dueTasks}) as due) as due,
    (select coalesce(jsonb_agg(leased), '[]') from (${heldByInactive(deactivatedWithin)}) as leased) as "heldByInactive",
    (select coalesce(jsonb_agg(task), '[]') from (${assignedToDeparted}) as task) as "assignedToDeparted",
    exists (select from departed_members) as "hasDeparted",
    (select coalesce(jsonb_agg(held), '[]') from (${heldDespitePause}) as held) as "heldDespitePause",
    (select max(release_at) from pauses where release_at <= now() - ${lateClaims}) as "releasedUntil",
    exists (select from stale_checks where begun_at < now() - ${staleCheckDelay}) as "hasStaleChecks",
    (extract(epoch from next.check_at - now()) * 1000)::float8 as "nextInMs"
  from (
    select least(
      ${nextDueAt},
      (select min(release_at) from pauses where release_at > now()),
      (select min(begun_at) + ${staleCheckDelay} from stale_checks where begun_at > now() - ${staleCheckDelay})
    ) as check_at
  ) as next`,
);

import type { TaskPriority } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, raw, type Sql, sql } from '@crewboard/db';
import {
  hasClosedProjects,
  isForAll,
  isForAllIn,
  isOfGroup,
  isPaused,
  openProjects,
  openProjectsOfAgent,
  releasedGroups,
  type Scope,
} from './in-queue.ts';
import type { Claimable } from './waiting-agents.ts';

type Params = {
  teamIds: string[];
  projectIds: (string | null)[];
  priorities: (TaskPriority | null)[];
  agentIds: (string | null)[];
  counts: number[];
};

const hasWantedPriority =
  raw(`priority = any(case when wanted.priority is null then enum_range(null::task_priority)
            else array[wanted.priority] end)`);

/** SQL: the number of rows, up to that of the waiting requests. */
const countOf = (found: Sql) => sql`(select count(*)::int from (${found} limit wanted.count) as found)`;

/**
 * Counts unassigned tasks through the index of the queue. Without the order of the index,
 * PostgreSQL would expect to find so few tasks soon in the table itself.
 */
const countUnassigned = (scope: Scope) =>
  countOf(sql`
        select from tasks where ${isForAllIn(scope)} and ${hasWantedPriority}
        order by priority, rank`);

/** Counts the tasks of each open project, for a team with closed projects. */
const countOfProjects = countOf(sql`
        select from (${openProjects}) as open_projects cross join lateral (
          select from tasks
          where ${isForAll} and project_id = open_projects.project_id and ${hasWantedPriority}
          order by priority, rank limit wanted.count
        ) as each`);

/** Counts the tasks that are assigned to the agent, and those that other agents have released. */
const countOfAgent = (scope: Scope) =>
  countOf(sql`
        (select from (${openProjectsOfAgent(scope)}) as own_projects cross join lateral (
          select from tasks
          where in_queue and assigned_agent_id = wanted.agent_id and project_id = own_projects.project_id and ${hasWantedPriority}
          order by priority, rank limit wanted.count
        ) as each)
        union all
        (select from (${releasedGroups(scope)}) as released_group cross join lateral (
          select from tasks where ${isOfGroup} and ${hasWantedPriority}
          order by priority, rank limit wanted.count
        ) as each where not wanted.agent_id = any(released_by))`);

/**
 * Has a scalar subquery for each case, because PostgreSQL would read the whole table for some forms of `exists`.
 * `offset 0` counts once, instead of again for the condition.
 */
export const countClaimableStatement = defineStatement<Params, { place: number; count: number }>(
  (p) => sql`
  select place::int, found as count
  from unnest(${p.teamIds}::text[], ${p.projectIds}::text[], ${p.priorities}::task_priority[],
    ${p.agentIds}::text[], ${p.counts}::int[])
    with ordinality as wanted(team_id, project_id, priority, agent_id, count, place),
  lateral (select case
    when ${isPaused} then 0
    when wanted.project_id is null and wanted.agent_id is null and ${hasClosedProjects} then ${countOfProjects}
    when wanted.project_id is null and wanted.agent_id is null then ${countUnassigned('team')}
    when wanted.project_id is null then ${countOfAgent('team')}
    when wanted.agent_id is null then ${countUnassigned('project')}
    else ${countOfAgent('project')} end as found offset 0) as lookup
  where found > 0`,
);

/**
 * Counts the tasks that waiting agents could claim, up to the `count` of each item. Leaves out items without a task.
 * For the queue probe.
 */
export async function countClaimable(db: Queryable, wanted: Claimable[]): Promise<Claimable[]> {
  const rows = await queryMany(db, countClaimableStatement, {
    teamIds: wanted.map(({ teamId }) => teamId),
    projectIds: wanted.map(({ projectId }) => projectId),
    priorities: wanted.map(({ priority }) => priority),
    agentIds: wanted.map(({ agentId }) => agentId),
    counts: wanted.map(({ count }) => count),
  });
  return rows.flatMap(({ place, count }) => {
    const found = wanted[place - 1];
    return found ? [{ ...found, count }] : [];
  });
}

import type { TaskPriority } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryMany, type Sql, sql } from '@crewboard/db';
import { isInQueue } from './in-queue.ts';
import type { Claimable } from './waiting-agents.ts';

type Params = {
  teamIds: string[];
  projectIds: (string | null)[];
  priorities: (TaskPriority | null)[];
  agentIds: (string | null)[];
  counts: number[];
};

/**
 * A lookup in one of the two indexes of the queue. It ends after as many tasks as requests wait. The order is that of
 * the indexes: without it, PostgreSQL expects to find so few tasks soon in the table itself.
 */
const countIn = (scope: Sql, assignee: Sql) => sql`(
      select count(*)::int from (
        select from tasks
        where ${scope} and ${assignee} and ${isInQueue}
          and priority = any(case when wanted.priority is null then enum_range(null::task_priority)
            else array[wanted.priority] end)
        order by assigned_agent_id, priority, rank limit wanted.count
      ) as found)`;

const team = sql`team_id = wanted.team_id`;
const project = sql`project_id = (
          select id from projects where id = wanted.project_id and team_id = wanted.team_id)`;
const nobody = sql`assigned_agent_id is null`;
const agent = sql`assigned_agent_id = wanted.agent_id`;

/** A scalar subquery for each case: PostgreSQL would read the whole table for some forms of `exists`. */
export const countClaimableStatement = defineStatement<Params, { number: number; count: number }>(
  (p) => sql`
  select number::int, found as count
  from unnest(${p.teamIds}::text[], ${p.projectIds}::text[], ${p.priorities}::task_priority[],
    ${p.agentIds}::text[], ${p.counts}::int[])
    with ordinality as wanted(team_id, project_id, priority, agent_id, count, number),
  lateral (select case
    when wanted.project_id is null and wanted.agent_id is null then ${countIn(team, nobody)}
    when wanted.project_id is null then ${countIn(team, agent)}
    when wanted.agent_id is null then ${countIn(project, nobody)}
    else ${countIn(project, agent)} end as found offset 0) as lookup
  where found > 0`,
);

/** How many tasks there are of what waiting agents want, in one query: of each `wanted` at most its count. Those without a task are left out. */
export async function countClaimable(db: Queryable, wanted: Claimable[]): Promise<Claimable[]> {
  const rows = await queryMany(db, countClaimableStatement, {
    teamIds: wanted.map(({ teamId }) => teamId),
    projectIds: wanted.map(({ projectId }) => projectId),
    priorities: wanted.map(({ priority }) => priority),
    agentIds: wanted.map(({ agentId }) => agentId),
    counts: wanted.map(({ count }) => count),
  });
  return rows.flatMap(({ number, count }) => {
    const found = wanted[number - 1];
    return found ? [{ ...found, count }] : [];
  });
}

import { type Expression, raw, sql } from '@crewboard/db';

/** Separates the locks of tasks from those of agents, projects and the members of a team. */
export const seeds = {
  ...{ agents: 5, tasks: 6, projects: 7, members: 8 },
  ...{ agentsOfTeam: 9, projectsOfTeam: 10, api_keys: 11, operators: 12, accounts: 13 },
};

const teamLock = (teamId: Expression) =>
  sql`pg_advisory_xact_lock(hashtextextended(${teamId}, ${raw(String(seeds.members))}))`;

/** SQL that takes the lock of a row with this id. */
export const subjectLock = (table: Exclude<keyof typeof seeds, 'members'>, id: Expression) =>
  sql`pg_advisory_xact_lock(hashtextextended(${id}, ${raw(String(seeds[table]))}))`;

/**
 * A CTE that makes the writers of one row of a team wait for each other before anything else. PostgreSQL numbers a
 * transaction before its last wait for a row, so that with three or more writers the log would have the changes in
 * another order. A writer that waits here gets its number after the wait.
 * The CTE that locks the row must read `acquireLock`, or this one never runs. Docs: docs/decisions/0006-one-log.md.
 */
export const lockSubject = (
  table: Exclude<keyof typeof seeds, 'members'>,
  { id, teamId }: { id: Expression; teamId: Expression },
) => sql`
  locks as materialized (
    select ${subjectLock(table, raw('id'))} from ${raw(table)} where id = ${id} and team_id = ${teamId}
  )`;

/** The condition that takes the lock. True if the row exists. */
export const acquireLock = raw('(select count(*) from locks) > 0');

/** The same for the members of a team: one lock for all, because the rule of the last owner reads many rows. */
export const lockMembers = (teamId: Expression) => sql`
  locks as materialized (select ${teamLock(teamId)})`;

/** The same for the members of all teams of the account with this id, always in the same order. */
export const lockTeamsOfUser = (userId: Expression) => sql`
  locks as materialized (
    select ${teamLock(raw('team_id'))} from (
      select team_id from members where user_id = ${userId} order by team_id
    ) as teams
  )`;

/** The condition that takes the locks of `lockTeamsOfUser`. Also true for an account without a team. */
export const acquireLocks = raw('(select count(*) from locks) >= 0');

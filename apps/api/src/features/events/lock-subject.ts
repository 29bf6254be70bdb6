import { type Expression, raw, sql } from '@crewboard/db';

/**
 * Separates the locks: of a row, of all members, agents or projects of a team, of what its tasks wait for or are parts of, and of all
 * operators or accounts.
 */
export const seeds = {
  ...{ agents: 5, tasks: 6, projects: 7, api_keys: 11 },
  ...{ members: 8, agentsOfTeam: 9, projectsOfTeam: 10, operators: 12, accounts: 13, teams: 14 },
  dependenciesOfTeam: 15,
};

/** SQL that takes the lock with this id. */
export const subjectLock = (lock: keyof typeof seeds, id: Expression) =>
  sql`pg_advisory_xact_lock(hashtextextended(${id}, ${raw(String(seeds[lock]))}))`;

/**
 * A CTE that makes the writers of one row of a team wait for each other before anything else. PostgreSQL numbers a
 * transaction before its last wait for a row, so that with three or more writers the log would have the changes in
 * another order. A writer that waits here gets its number after the wait.
 * The CTE that locks the row must read `acquireLock`, or this one never runs. Docs: docs/decisions/0006-one-log.md.
 */
export const lockSubject = (
  table: 'agents' | 'api_keys',
  { id, teamId }: { id: Expression; teamId: Expression },
) => sql`
  locks as materialized (
    select ${subjectLock(table, raw('id'))} from ${raw(table)} where id = ${id} and team_id = ${teamId}
  )`;

/** The condition that takes the lock. True if the row exists. */
export const acquireLock = raw('(select count(*) from locks) > 0');

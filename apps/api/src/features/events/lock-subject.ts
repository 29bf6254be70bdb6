import { type Expression, raw, sql } from '@crewboard/db';

/**
 * Seeds that keep advisory locks with the same id apart: of a row, of all members, agents or projects of a team, of the
 * dependencies and parents of its tasks, and of all operators or accounts.
 */
export const seeds = {
  ...{ agents: 5, tasks: 6, projects: 7, api_keys: 11, webhooks: 16 },
  ...{ members: 8, agentsOfTeam: 9, projectsOfTeam: 10, operators: 12, accounts: 13, teams: 14 },
  dependenciesOfTeam: 15,
};

/** SQL: takes the lock of this kind and id until the end of the transaction. */
export const subjectLock = (lock: keyof typeof seeds, id: Expression) =>
  sql`pg_advisory_xact_lock(hashtextextended(${id}, ${raw(String(seeds[lock]))}))`;

/**
 * SQL: a CTE that makes the writers of a row wait for each other before they get a transaction id, which orders the
 * log. Otherwise, with three or more writers, a writer may get its id before its last wait for the row, and its event a
 * wrong position in the log. The CTE that locks the row must use `acquireLock`, or this CTE never runs. Docs:
 * docs/decisions/0006-one-log.md.
 */
export const lockSubject = (
  table: 'agents' | 'api_keys' | 'webhooks',
  { id, teamId }: { id: Expression; teamId: Expression },
) => sql`
  locks as materialized (
    select ${subjectLock(table, raw('id'))} from ${raw(table)} where id = ${id} and team_id = ${teamId}
  )`;

/** SQL: the condition that runs `lockSubject`. True if the row exists. */
export const acquireLock = raw('(select count(*) from locks) > 0');

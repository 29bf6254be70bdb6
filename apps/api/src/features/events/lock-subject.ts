/** Keeps the locks of tasks apart from those of agents, projects and the members of a team. */
const seeds = { agents: 5, tasks: 6, projects: 7, members: 8 };

const teamLock = (teamId: string) => `pg_advisory_xact_lock(hashtextextended(${teamId}, ${seeds.members}))`;

/**
 * A CTE that makes the writers of one row wait for each other before anything else, where `id` names a row of the
 * caller's team ($1). PostgreSQL numbers a transaction before its last wait for a row, so that with three writers and
 * more the log would tell the changes in another order; the number of one that waits here comes after the wait.
 * The CTE that locks the row must read `lockTaken`, or this one never runs. Docs: docs/decisions/0006-one-log.md.
 */
export const lockSubject = (table: Exclude<keyof typeof seeds, 'members'>, id: string) => `
  locks as materialized (
    select pg_advisory_xact_lock(hashtextextended(id, ${seeds[table]})) from ${table} where id = ${id} and team_id = $1
  )`;

/** The condition that takes the lock. It is true where the row exists. */
export const lockTaken = '(select count(*) from locks) > 0';

/**
 * The same for the members of the caller's team ($1): one lock for all of them, since the rule of the last owner looks
 * at more than one row.
 */
export const lockMembers = `locks as materialized (select ${teamLock('$1')})`;

/** The same for the members of all teams of the account with the id in this SQL, always in the same order. */
export const lockMembersOf = (userId: string) => `
  locks as materialized (
    select ${teamLock('team_id')} from (
      select team_id from members where user_id = ${userId} order by team_id
    ) as teams
  )`;

/** The condition that takes the locks of `lockMembersOf`. It is true for an account without a team as well. */
export const locksTaken = '(select count(*) from locks) >= 0';

/** Keeps the locks of tasks apart from those of agents and projects. */
const seeds = { agents: 5, tasks: 6, projects: 7 };

/**
 * A CTE that makes the writers of one row wait for each other before anything else, where `id` names a row of the
 * caller's team ($1). PostgreSQL numbers a transaction before its last wait for a row, so that with three writers and
 * more the log would tell the changes in another order; the number of one that waits here comes after the wait.
 * The CTE that locks the row must read `lockTaken`, or this one never runs. Docs: docs/decisions/0006-one-log.md.
 */
export const lockSubject = (table: keyof typeof seeds, id: string) => `
  locks as materialized (
    select pg_advisory_xact_lock(hashtextextended(id, ${seeds[table]})) from ${table} where id = ${id} and team_id = $1
  )`;

/** The condition that takes the lock. It is true where the row exists. */
export const lockTaken = '(select count(*) from locks) > 0';

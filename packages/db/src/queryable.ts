import type pg from 'pg';

/** Anything that runs statements: a pool, a team's share of a pool, or the connection of a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

import type pg from 'pg';

/** What runs statements: a pool, a team's share of one, or the connection of a transaction. */
export type Queryable = Pick<pg.Pool, 'query'>;

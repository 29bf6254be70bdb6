import type { Queryable } from '@crewboard/db';

const expiryColumns = { agents: 'token_expires_at', api_keys: 'expires_at' };

/**
 * An agent's token or a key expires in this time, such as "3 days", by the clock of the database; 0 is over at once.
 */
export async function expireIn(
  db: Queryable,
  table: keyof typeof expiryColumns,
  id: string,
  time: string,
): Promise<void> {
  await db.query(
    `update ${table} set ${expiryColumns[table]} = date_trunc('milliseconds', clock_timestamp()) + $2::interval
     where id = $1`,
    [id, time],
  );
}

/** The same, just at the time of a warning. */
export async function warnBefore(
  db: Queryable,
  table: keyof typeof expiryColumns,
  id: string,
  time: string,
): Promise<void> {
  await expireIn(db, table, id, time);
  await db.query(
    `update ${table} set expiry_warning_at = clock_timestamp() - interval '1 ms' where id = $1`,
    [id],
  );
}

/** A time in so many seconds from now, as inputs have it. */
export const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

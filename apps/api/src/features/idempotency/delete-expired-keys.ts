import { idempotencyKeyHours } from '@crewboard/contracts';
import type { Queryable } from '@crewboard/db';

/** Few enough for the timeout of the hot path (5 s) if each row has the largest response: 500 of those took 4 s. */
const maxRows = 50;

/** Skips rows that a request is just replacing. */
const statement = `
  delete from idempotency_keys where key_hash in (
    select key_hash from idempotency_keys
    where created_at <= clock_timestamp() - interval '${idempotencyKeyHours} hours'
    order by created_at limit ${maxRows} for update skip locked)`;

/** Deletes up to 50 expired keys. `hasMore`: there may be more. */
export async function deleteExpiredKeys(db: Queryable): Promise<{ hasMore: boolean }> {
  const { rowCount } = await db.query(statement);
  return { hasMore: rowCount === maxRows };
}

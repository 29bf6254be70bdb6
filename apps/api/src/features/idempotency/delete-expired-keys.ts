import { idempotencyKeyHours } from '@crewboard/contracts';
import type { Queryable } from '@crewboard/db';

/** In a fraction of a statement's time, also where each row holds the largest response: 500 of them took 4 of 5 s. */
const maxRows = 50;

/** A request that replaces an expired row holds its lock: skip it. */
const statement = `
  delete from idempotency_keys where key_hash in (
    select key_hash from idempotency_keys
    where created_at <= clock_timestamp() - interval '${idempotencyKeyHours} hours'
    order by created_at limit ${maxRows} for update skip locked)`;

/** Deletes up to 50 expired keys; `hasMore` when there may be more. */
export async function deleteExpiredKeys(db: Queryable): Promise<{ hasMore: boolean }> {
  const { rowCount } = await db.query(statement);
  return { hasMore: rowCount === maxRows };
}

import { defineStatement, queryMany, sql, type Transaction } from '@crewboard/db';
import { seeds } from '../events/lock-subject.ts';

const lockStatement = defineStatement<{ ids: readonly string[]; seed: number }, object>(
  ({ ids, seed }) => sql`
  select from (
    select pg_advisory_xact_lock(hashtextextended(id, ${seed}))
    from (select id from unnest(${ids}::text[]) as id order by id) as ordered
  ) as locked`,
);

/**
 * Takes advisory locks until the end of the transaction, in the order of the ids to avoid deadlocks. Call it before the
 * first change, and read the records afterwards: then the transaction sees the changes of earlier holders, and
 * PostgreSQL numbers it after them, which keeps the event log in order.
 */
export async function takeLocks(
  { sql }: Transaction,
  lock: keyof typeof seeds,
  ids: readonly string[],
): Promise<void> {
  await queryMany(sql, lockStatement, { ids, seed: seeds[lock] });
}

export const takeLock = (transaction: Transaction, lock: keyof typeof seeds, id: string): Promise<void> =>
  takeLocks(transaction, lock, [id]);

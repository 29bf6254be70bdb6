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
 * Waits for the other transactions with these locks, and holds them until the end. In a statement of its own, and before
 * the first change: what is read afterwards is what the others have left, and PostgreSQL numbers the transaction after
 * them. In the order of the ids, so that nobody waits for each other.
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

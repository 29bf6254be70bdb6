import { defineStatement, queryOne, sql, type Transaction } from '@crewboard/db';
import { seeds } from '../events/lock-subject.ts';

const lockStatement = defineStatement<{ id: string; seed: number }, object>(
  ({ id, seed }) =>
    sql`select from (select pg_advisory_xact_lock(hashtextextended(${id}, ${seed}))) as locked`,
);

/**
 * Waits for the other transactions with this lock, and holds it until the end. In a statement of its own, and the first
 * of a transaction: what it reads afterwards is what the others have left, and PostgreSQL numbers it after them.
 */
export async function takeLock({ sql }: Transaction, lock: keyof typeof seeds, id: string): Promise<void> {
  await queryOne(sql, lockStatement, { id, seed: seeds[lock] });
}

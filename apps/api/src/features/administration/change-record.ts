import type { EventType } from '@crewboard/contracts';
import type { Database, Transaction } from '@crewboard/db';
import { AppError, notFound } from '../../errors.ts';

/** Where changes of administration run. */
export type Administered = Pick<Database, 'administer'>;

/** What a rule makes of a record: the columns to set, and what the log tells. `keep`: it is as it is to be. */
export type RecordDecision<Columns> = { type: EventType; set: Columns } | 'keep';

type RecordChange<Seen, Columns, Result> = {
  /** Waits for the others that change the record. */
  lock: (transaction: Transaction) => Promise<void>;
  read: (client: Transaction['client']) => Promise<Seen | null>;
  decide: (record: Seen, now: Date) => RecordDecision<Columns>;
  /** Sets the columns, and one more `revision`, if the record has the revision that was read: how many were changed. */
  write: (transaction: Transaction, record: Seen, set: Columns) => Promise<{ count: number }>;
  /** Writes the event, and keeps the response. */
  tell: (
    transaction: Transaction,
    record: Seen,
    decision: { type: EventType; set: Columns },
  ) => Promise<Result>;
};

/**
 * Reads a record, decides, and writes if it is as it was read, with its event in the same transaction. Undefined where
 * nothing is to be changed. Throws NOT_FOUND, and what `decide` throws.
 */
export function changeRecord<Seen, Columns, Result>(
  db: Administered,
  { lock, read, decide, write, tell }: RecordChange<Seen, Columns, Result>,
): Promise<Result | undefined> {
  return db.administer(async (transaction) => {
    // The lock of a record of another team would make that team wait.
    if (!(await read(transaction.client))) throw notFound();
    await lock(transaction);
    const record = await read(transaction.client);
    if (!record) throw notFound();
    const decision = decide(record, transaction.now);
    if (decision === 'keep') return undefined;
    assertWritten(await write(transaction, record, decision.set));
    return tell(transaction, record, decision);
  });
}

/** All changes of such a record take its lock: only a client of somebody's own comes in between. Throws UNAVAILABLE. */
export function assertWritten({ count }: { count: number }): void {
  if (count === 0)
    throw new AppError('UNAVAILABLE', 'Somebody else has just changed this. Try again in a moment.');
}

/** Columns of a changed record. Its time is later than the one before: the later of two belongs to the newer state. */
export const stampOf = ({ updatedAt }: { updatedAt: Date }, { now }: Transaction) => ({
  revision: { increment: 1 },
  updatedAt: new Date(Math.max(now.getTime(), updatedAt.getTime() + 1)),
});

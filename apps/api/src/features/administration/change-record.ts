import type { EventType } from '@crewboard/contracts';
import type { Database, Transaction } from '@crewboard/db';
import { AppError, notFound } from '../../errors.ts';

/** A database that runs changes of administration: see docs/decisions/0016-administration.md. */
export type Administered = Pick<Database, 'administer'>;

/** The decision of a rule: the columns to set and the type of the event, or 'keep' if nothing changes. */
export type RecordDecision<Columns> = { type: EventType; set: Columns } | 'keep';

type RecordChange<Seen, Columns, Result> = {
  /** Waits for other changes of the record. */
  lock: (transaction: Transaction) => Promise<void>;
  read: (client: Transaction['client']) => Promise<Seen | null>;
  decide: (record: Seen, now: Date) => RecordDecision<Columns>;
  /**
   * Sets the columns and raises `revision` by 1, if the record still has the revision that was read. Returns the number
   * of changed rows.
   */
  write: (transaction: Transaction, record: Seen, set: Columns) => Promise<{ count: number }>;
  /** Writes the event, and stores the response of a keyed request. */
  writeEvent: (
    transaction: Transaction,
    record: Seen,
    decision: { type: EventType; set: Columns },
  ) => Promise<Result>;
};

/**
 * Changes a record of administration in one transaction: lock, read, decide, write, write the event. Returns undefined
 * if the decision is 'keep'. Throws NOT_FOUND, UNAVAILABLE (see `assertWritten`) and the errors of `decide`.
 */
export function changeRecord<Seen, Columns, Result>(
  db: Administered,
  { lock, read, decide, write, writeEvent }: RecordChange<Seen, Columns, Result>,
): Promise<Result | undefined> {
  return db.administer(async (transaction) => {
    // Read before the lock as well: the lock is by id alone, and a caller must not make another team wait for its
    // record.
    if (!(await read(transaction.client))) throw notFound();
    await lock(transaction);
    const record = await read(transaction.client);
    if (!record) throw notFound();
    const decision = decide(record, transaction.now);
    if (decision === 'keep') return undefined;
    assertWritten(await write(transaction, record, decision.set));
    return writeEvent(transaction, record, decision);
  });
}

/**
 * Throws UNAVAILABLE if a change has written no row. All changes of the service lock the record first, so only another
 * client of the database can have changed it since it was read.
 */
export function assertWritten({ count }: { count: number }): void {
  if (count === 0)
    throw new AppError('UNAVAILABLE', 'Somebody else has just changed this. Try again in a moment.');
}

/**
 * Columns that every change sets. `updatedAt` is later than before, so that the later of two belongs to the newer
 * state.
 */
export const stampOf = ({ updatedAt }: { updatedAt: Date }, { now }: Transaction) => ({
  revision: { increment: 1 },
  updatedAt: new Date(Math.max(now.getTime(), updatedAt.getTime() + 1)),
});

/** The fields of a patch that differ from the record; undefined if none does. */
export function pickChanged<Patch extends object>(
  record: { [Field in keyof Patch]?: unknown },
  patch: Patch,
): Partial<Patch> | undefined {
  const entries = Object.entries(patch) as [keyof Patch, unknown][];
  const changed = entries.filter(([field, value]) => value !== undefined && value !== record[field]);
  return changed.length > 0 ? (Object.fromEntries(changed) as Partial<Patch>) : undefined;
}

import type { Database, Queryable } from '@crewboard/db';

type Around = (connection: Queryable, run: () => Promise<unknown>) => Promise<unknown>;

/** The database, with `around` in each of its transactions, which runs the rest of the transaction. */
export function aroundTransactions(db: Database, around: Around): Database {
  const transaction = (run: (connection: Queryable) => Promise<unknown>) =>
    db.transaction((connection) => around(connection, () => run(connection)));
  return Object.create(db, { transaction: { value: transaction } });
}

/** A process that dies between the work of a transaction and its commit. */
export const dyingIn = (db: Database): Database =>
  aroundTransactions(db, async (_, run) => {
    await run();
    throw new Error('killed');
  });

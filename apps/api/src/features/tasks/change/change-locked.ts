import { defineStatement, type Queryable, queryMany, sql } from '@crewboard/db';
import type { TeamDatabase } from '#src/limits/team-databases.ts';
import { subjectLock } from '../../events/lock-subject.ts';

/**
 * The lock of a task is for changes of that task alone. The lock of a team is for changes of several tasks: only one
 * such change of a team runs at a time, because two that wait for rows of each other could deadlock.
 */
type Lock = { taskId: string } | { dependenciesOfTeam: string };

const lockTask = defineStatement<{ id: string }, object>(({ id }) => sql`select ${subjectLock('tasks', id)}`);
const lockDependencies = defineStatement<{ id: string }, object>(
  ({ id }) => sql`select ${subjectLock('dependenciesOfTeam', id)}`,
);

/** Thrown to undo a transaction whose change came too late in spite of the lock. */
class RaceLost extends Error {}

/**
 * Runs `change` in a transaction with an advisory lock, so that changes of the same tasks wait for each other. The lock
 * is taken in a statement of its own, so `change` reads what the change before it has committed. The lock of a task
 * only orders changes: a write still applies only if the task is as it was read. If `change` returns undefined, it
 * undoes the transaction and returns undefined as well.
 */
export async function changeLocked<Result>(
  db: Pick<TeamDatabase, 'transaction'>,
  lock: Lock,
  change: (connection: Queryable) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.transaction(async (connection) => {
      if ('taskId' in lock) await queryMany(connection, lockTask, { id: lock.taskId });
      else await queryMany(connection, lockDependencies, { id: lock.dependenciesOfTeam });
      const result = await change(connection);
      // Do not write in this transaction again: its id may be lower than that of the change that came first, and the
      // event would be at a wrong position of the log.
      if (result === undefined) throw new RaceLost();
      return result;
    });
  } catch (error) {
    // Only a `Result` that may be undefined gets here.
    if (error instanceof RaceLost) return undefined as Result;
    throw error;
  }
}

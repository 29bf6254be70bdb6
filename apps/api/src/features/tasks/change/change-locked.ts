import { defineStatement, type Queryable, queryMany, sql } from '@crewboard/db';
import type { TeamDatabase } from '#src/limits/team-databases.ts';
import { subjectLock } from '../../events/lock-subject.ts';

/**
 * Whom a change waits for: others that want to change this task alone, or others that change several tasks of the team
 * together. Those of a team come one after another, so that two of them, which wait for rows, cannot deadlock.
 */
type Lock = { taskId: string } | { dependenciesOfTeam: string };

const lockTask = defineStatement<{ id: string }, object>(({ id }) => sql`select ${subjectLock('tasks', id)}`);
const lockDependencies = defineStatement<{ id: string }, object>(
  ({ id }) => sql`select ${subjectLock('dependenciesOfTeam', id)}`,
);

/** Undoes a transaction whose task was changed all the same. */
class Lost extends Error {}

/**
 * Lets those that want to change the same tasks wait for each other. The lock comes in a statement of its own before
 * `change` reads: what it reads is what the call before has left. The lock of a task decides nothing: the write still
 * applies only to what was read; that of the team also keeps what is above and below a task as it is (`parents`).
 * Undefined where `change` is.
 */
export async function changeLocked<Result>(
  db: Pick<TeamDatabase, 'transaction'>,
  lock: Lock,
  change: (connection: Queryable) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  try {
    return await db.transaction(async (connection) => {
      if ('taskId' in lock) await queryMany(connection, lockTask, { id: lock.taskId });
      else await queryMany(connection, lockDependencies, { id: lock.dependenciesOfTeam });
      const result = await change(connection);
      // The transaction may have its number from before the change of another: a later write of it would be in the
      // wrong place of the log.
      if (result === undefined) throw new Lost();
      return result;
    });
  } catch (error) {
    if (error instanceof Lost) return undefined;
    throw error;
  }
}

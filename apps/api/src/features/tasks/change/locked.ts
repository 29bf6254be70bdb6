import { defineStatement, type Queryable, queryMany, raw, sql } from '@crewboard/db';
import type { TeamDatabase } from '#src/limits/team-databases.ts';
import { subjectLock } from '../../events/lock-subject.ts';

/** In the order of the ids, so that two calls cannot deadlock. */
const lockTasks = defineStatement<{ taskIds: string[] }, object>(
  ({ taskIds }) => sql`
  select ${subjectLock('tasks', raw('id'))} from (select id from unnest(${taskIds}::text[]) as id order by id) as tasks`,
);

/** Undoes a transaction whose task was changed all the same. */
class Lost extends Error {}

/**
 * Lets those that want to change the same tasks, and have lost to others, wait for each other. The locks come in a
 * statement of their own before `change` reads: what it reads is what the call before has left. The lock decides
 * nothing: the write still applies only to what was read. Undefined where `change` is.
 */
export async function changeLocked<Result>(
  db: Pick<TeamDatabase, 'transaction'>,
  taskIds: string[],
  change: (connection: Queryable) => Promise<Result | undefined>,
): Promise<Result | undefined> {
  try {
    return await db.transaction(async (connection) => {
      await queryMany(connection, lockTasks, { taskIds });
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

import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { beforeEach, expect, inject, onTestFinished } from 'vitest';
import { removeEvents } from '#src/features/events/remove-events.ts';
import { OpenWriter, type WrittenEvent } from './open-writer.ts';
import { settle } from './settle.ts';

// No worker runs here: each test moves the readers of the log and removes events itself.

export const days = 100;
export const at = (age: number) => new Date(Date.now() - age * 86_400_000).toISOString();
export const old = at(days + 1);

/** A database for each test of a file, with two teams, and what moves its log. */
export function useOldEvents() {
  let db: TestDatabase;
  beforeEach(async () => {
    db = await createTestDatabase(inject('postgresUrl'));
    onTestFinished(() => db.close());
    await db.pool.query(`insert into teams (id, name) values ('team', 'Team'), ('quiet', 'Quiet')`);
  });

  const write = (subjectId: string, event: Partial<WrittenEvent> = {}) =>
    OpenWriter.writeOne(db.pool, { teamId: 'team', subjectId, at: old, ...event });
  /** A young event, so that the newest one of the team is not among the old ones. */
  const writeYoung = () => write('young', { at: at(1) });

  const readersPast = (...names: string[]) =>
    db.pool.query(`update log_readers set xid = '1000000000', id = 0 where name = any($1)`, [names]);
  const subjects = async (): Promise<string[]> =>
    (await db.pool.query<{ id: string }>('select subject_id as id from events order by xid, id')).rows.map(
      ({ id }) => id,
    );
  const numbers = async (text: string) =>
    Object.values((await db.pool.query(text)).rows[0] ?? {}).map(Number);

  /** Removes until nothing is left to remove, once transactions of other tests no longer hold events back. */
  async function removeAll(expected: number): Promise<void> {
    await settle({ db });
    let removed = 0;
    for (let events = -1; events !== 0; removed += events) {
      ({ events } = await removeEvents(db.pool, days));
    }
    expect(removed).toBe(expected);
  }
  return { db: () => db, write, writeYoung, readersPast, subjects, numbers, removeAll };
}

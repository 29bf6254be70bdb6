import { newId, queryMany, sql } from '@crewboard/db';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { OpenWriter } from '#test/log/support/open-writer.ts';
import { updateAgent } from '../agents/update-agent.ts';
import { subjectLock } from '../events/lock-subject.ts';
import type { VerbContext } from '../verb-context.ts';
import { takeLocks } from './locks.ts';

let database: TestDatabase;
const teamId = newId();
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  await database.pool.query(`insert into teams (id, name) values ($1, 'Team')`, [teamId]);
});
afterAll(() => database.close());

async function countWaiting(): Promise<number | null> {
  const { rowCount } = await database.owner.query(
    `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rowCount;
}

describe('the locks of administration', () => {
  const holdLock = async (lock: 'agents' | 'members', id: string) => {
    const holder = await OpenWriter.begin(database.owner);
    await queryMany(
      holder.client,
      sql`select from (select ${subjectLock(lock, sql`${id}::text`)}) as locked`,
    );
    return holder;
  };

  it('are not taken for a caller of another team', async () => {
    const agentId = newId();
    await database.pool.query(`insert into agents (id, team_id, name) values ($1, $2, 'Ada')`, [
      ...[agentId, teamId],
    ]);
    const holder = await holdLock('agents', agentId);
    const actor = { kind: 'system', id: null, teamId: newId() } as const;
    const ctx = { db: database, actor, requestId: null } as unknown as VerbContext;
    const change = updateAgent({ ctx, input: { agentId, name: 'Eve' } });
    await expect(change).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await holder.commit();
  });

  it('take the locks of several records without a deadlock, in any order of the ids', async () => {
    const ids = ['a', 'b', 'c'].map((place) => `${teamId}-${place}`);
    // Another transaction holds the lock in the middle, so that both transactions begin before either has all locks.
    const holder = await holdLock('members', ids[1] as string);
    const take = (ordered: string[]) =>
      database.administer((transaction) => takeLocks(transaction, 'members', ordered));
    const taken = [take(ids), take(ids.toReversed())];
    await expect.poll(countWaiting, { interval: 10 }).toBe(2);
    await holder.commit();
    await Promise.all(taken);
  });
});

import { randomBytes } from 'node:crypto';
import { decideClaim, settle } from '@crewboard/contracts';
import { type Queryable, queryMany, sql } from '@crewboard/db';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { changeLocked } from './change-locked.ts';
import { readTasks, type SeenTask } from './read-task.ts';
import { toSnapshot } from './task-event.ts';
import { type Write, writeChanges } from './write-changes.ts';

let db: TestDatabase;
let prefix = 0;
let ids: string[];

beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  await db.pool.query(`
    insert into teams (id, name) values ('team', 'Team'), ('other', 'Other');
    insert into projects (id, team_id, name) values ('project', 'team', 'Project');
    insert into agents (id, team_id, name) values ('ada', 'team', 'Ada')`);
});
afterAll(() => db.close());
beforeEach(async () => {
  prefix += 1;
  ids = ['a', 'b', 'c'].map((letter) => `${letter}${prefix}`);
  await db.pool.query(
    `insert into tasks (id, team_id, project_id, title) select id, 'team', 'project', 'T' from unnest($1::text[]) as id`,
    [ids],
  );
});

const read = async (taskId: string, on: Queryable = db, teamId = 'team') =>
  (await readTasks(on, [{ taskId, teamId, actorId: 'ada', tokenHash: null }]))[0] as SeenTask;

/** A claim by Ada of a task as it was read. */
function claimOf(seen: SeenTask, fields: Partial<Write> = {}): Write {
  const call = { agentId: 'ada', leaseSeconds: null, versions: null };
  const change = decideClaim(seen, call, seen.readAt);
  if (typeof change === 'string') throw new Error(change);
  const after = { ...seen, ...settle(seen, change, seen.readAt) };
  return {
    ...{ seen, after, set: change.set, attempts: null, response: null },
    actor: { teamId: 'team', actorKind: 'agent', actorId: 'ada', requestId: null },
    event: { type: 'task.claimed', snapshot: toSnapshot(after), changes: null },
    ...fields,
  };
}

const areWritten = async (writes: Write[], waitsForLocks = false) =>
  (await writeChanges(db, writes, { waitsForLocks })).map((written) => written !== null);

const statusOf = async (taskId: string) => (await read(taskId)).status;
const countEvents = async (taskId: string) =>
  (await db.pool.query('select from events where subject_id = $1', [taskId])).rowCount;

/** Begins a transaction that changes or locks a task, and leaves it open. */
async function holdOpen(statement: string, taskId: string) {
  const connection = await db.owner.connect();
  await connection.query('begin');
  await connection.query(statement, [taskId]);
  return async (command: 'commit' | 'rollback') => {
    await connection.query(command);
    connection.release();
  };
}

const [first, second, third] = [0, 1, 2].map((index) => () => ids[index] as string) as [
  () => string,
  () => string,
  () => string,
];

describe('a write', () => {
  it.each([
    ['a change with an event', `update tasks set title = 'Other', version = version + 1 where id = $1`],
    ['a heartbeat, which leaves the version', `update tasks set lease_expires_at = null where id = $1`],
  ])('applies to nothing after %s', async (_, statement) => {
    const seen = await read(first());
    await db.pool.query(statement, [first()]);
    expect(await areWritten([claimOf(seen)])).toEqual([false]);
    expect([await statusOf(first()), await countEvents(first())]).toEqual(['todo', 0]);
  });

  it('returns the xmin and time that a read of the row would return', async () => {
    const seen = await read(first());
    const [written] = await writeChanges(db, [claimOf(seen)], { waitsForLocks: false });
    const { xmin, updatedAt } = await read(first());
    expect(written).toMatchObject({ xmin, readAt: expect.stringMatching(/Z$/) });
    expect(Date.parse(written?.readAt ?? '')).toBeGreaterThanOrEqual(Date.parse(updatedAt));
  });

  it('is rejected if the token of its call was checked more than 2 s ago', async () => {
    const seen = await read(first());
    const checkedAt = new Date(Date.parse(seen.readAt) - 2_001).toISOString();
    expect(await areWritten([claimOf({ ...seen, checkedAt })])).toEqual([false]);
  });

  it('is rejected if its task was read more than 2 s ago, unless the transaction has locked it before', async () => {
    const seen = await read(first());
    const readAt = (ms: number) => new Date(Date.parse(seen.readAt) - ms).toISOString();
    expect(await areWritten([claimOf({ ...seen, readAt: readAt(2_001) })])).toEqual([false]);
    expect(await countEvents(first())).toBe(0);
    const old = [claimOf({ ...seen, readAt: readAt(2_001) })];
    expect(await writeChanges(db, old, { waitsForLocks: true, hasLocks: true })).not.toContain(null);
  });

  it('passes over a locked task, and writes the other tasks', async () => {
    const seen = [await read(first()), await read(second())];
    const end = await holdOpen('select from tasks where id = $1 for no key update', first());
    const writes = seen.map((each) => claimOf(each));
    expect(await areWritten(writes)).toEqual([false, true]);
    await end('rollback');
    expect(await statusOf(first())).toBe('todo');
  });

  it('that waits for a lock applies only if the other transaction has changed nothing', async () => {
    for (const [command, isWritten] of [
      ['rollback', true],
      ['commit', false],
    ] as const) {
      const taskId = command === 'commit' ? first() : second();
      const seen = await read(taskId);
      const end = await holdOpen(`update tasks set title = 'Other' where id = $1`, taskId);
      const written = areWritten([claimOf(seen)], true);
      await expect.poll(countWaiting).toBe(1);
      await end(command);
      expect(await written).toEqual([isWritten]);
    }
  });

  it('that waits locks several tasks in the order of their ids, so that it cannot deadlock', async () => {
    const seen = [await read(second()), await read(first())];
    const connection = await db.owner.connect();
    const lock = (id: string) => connection.query('select from tasks where id = $1 for no key update', [id]);
    await connection.query('begin');
    await lock(first());
    const written = areWritten(
      seen.map((each) => claimOf(each)),
      true,
    );
    await expect.poll(countWaiting).toBe(1);
    // Otherwise a deadlock, which ends one of the two.
    await lock(second());
    await connection.query('rollback');
    connection.release();
    expect(await written).toHaveLength(2);
  });

  it('that has waited until its read was 2 s old is rejected', async () => {
    const seen = await read(first());
    const readAt = new Date(Date.parse(seen.readAt) - 1_700).toISOString();
    const connection = await db.owner.connect();
    await connection.query('begin');
    await connection.query('select from tasks where id = $1 for no key update', [first()]);
    const written = areWritten([claimOf({ ...seen, readAt })], true);
    await expect.poll(countWaiting).toBe(1);
    const isOld = async () =>
      (
        await db.owner.query(`select where clock_timestamp() > $1::timestamptz + interval '2 seconds'`, [
          readAt,
        ])
      ).rowCount;
    await expect.poll(isOld).toBe(1);
    await connection.query('rollback');
    connection.release();
    expect(await written).toEqual([false]);
    expect(await countEvents(first())).toBe(0);
  });

  it('replaces the stage of a key only for a request that has reached it', async () => {
    const key = { keyHash: randomBytes(32), requestHash: randomBytes(32), seal: () => randomBytes(32) };
    const keyed = async (taskId: string, reachedStage: string | null, stage?: string) =>
      claimOf(await read(taskId), {
        keyedRequest: { ...key, reachedStage, ...(stage && { stage }) },
        response: {},
      });
    expect(await areWritten([await keyed(first(), null, 'completed')])).toEqual([true]);
    const late = writeChanges(db, [await keyed(second(), null)], { waitsForLocks: false });
    await expect(late).rejects.toMatchObject({ code: '23505' });
    expect(await areWritten([await keyed(second(), 'completed')])).toEqual([true]);
  });

  it('keeps the stage of another request with the same key', async () => {
    const key = { keyHash: randomBytes(32), seal: () => randomBytes(32) };
    const keyed = async (taskId: string, given: { reachedStage: string | null; stage?: string }) =>
      claimOf(await read(taskId), {
        keyedRequest: { ...key, requestHash: randomBytes(32), ...given },
        response: {},
      });
    expect(await areWritten([await keyed(first(), { reachedStage: null, stage: 'completed' })])).toEqual([
      true,
    ]);
    const other = writeChanges(db, [await keyed(second(), { reachedStage: 'completed' })], {
      waitsForLocks: false,
    });
    await expect(other).rejects.toMatchObject({ code: '23505' });
    expect(await statusOf(second())).toBe('todo');
  });

  it('applies only one of two changes of a task', async () => {
    const seen = await read(first());
    expect((await areWritten([claimOf(seen), claimOf(seen)])).sort()).toEqual([false, true]);
    expect(await countEvents(first())).toBe(1);
  });

  it('undoes the whole statement if a key of it was used', async () => {
    const keyedRequest = {
      ...{ keyHash: randomBytes(32), requestHash: randomBytes(32) },
      ...{ reachedStage: null, seal: () => randomBytes(32) },
    };
    const keyed = async (taskId: string) => claimOf(await read(taskId), { keyedRequest, response: {} });
    expect(await areWritten([await keyed(first())])).toEqual([true]);
    const both = [await keyed(second()), claimOf(await read(third()))];
    await expect(writeChanges(db, both, { waitsForLocks: false })).rejects.toMatchObject({ code: '23505' });
    expect([await statusOf(second()), await statusOf(third())]).toEqual(['todo', 'todo']);
  });

  it('finds no task of another team', async () => {
    expect(await read(first(), db, 'other')).toBeUndefined();
  });
});

async function countWaiting() {
  const { rows } = await db.owner.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows[0]?.count;
}

describe('a locked change', () => {
  it('reads the result of the change before, however many wait', async () => {
    const raise = () =>
      changeLocked(db, { taskId: first() }, async (connection) => {
        const [row] = await queryMany<{ count: number }>(
          connection,
          sql`select comment_count as count from tasks where id = ${first()}`,
        );
        const count = (row?.count ?? 0) + 1;
        await queryMany(connection, sql`update tasks set comment_count = ${count} where id = ${first()}`);
        return count;
      });
    const counts = await Promise.all(Array.from({ length: 8 }, raise));
    expect(counts.sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  });

  it('undoes its transaction if it comes too late', async () => {
    const lost = await changeLocked(db, { taskId: first() }, async (connection) => {
      await queryMany(connection, sql`update tasks set title = 'Lost' where id = ${first()}`);
      return undefined;
    });
    expect([lost, (await read(first())).title]).toEqual([undefined, 'T']);
  });
});

import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { beforeEach, expect, inject, it, onTestFinished, vi } from 'vitest';
import { addUncounted } from '../../src/workers/log-counter.ts';
import { readCounts, storedCounts } from './support/count-rows.ts';
import { OpenWriter } from './support/open-writer.ts';

const snapshot = { projectId: 'project', status: 'todo' };
const event = { teamId: 'team', type: 'task.created', snapshot } as const;
const countsOf = (count: number) => ({ 'team//todo': count, 'team/project/todo': count });

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  onTestFinished(() => db.close());
});

/** Tasks that were created in one transaction. */
async function create(count: number): Promise<void> {
  const writer = await OpenWriter.begin(db.pool);
  for (let index = 0; index < count; index += 1) await writer.write(event);
  await writer.commit();
}

/** Waits until all commits can be counted: transactions of other test files may be open. */
async function settle(count: number): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await db.pool.query<{ count: number }>(
        'select count(*)::int from events where xid < pg_snapshot_xmin(pg_current_snapshot())',
      );
      expect(rows[0]?.count).toBe(count);
    },
    { timeout: 60_000, interval: 5 },
  );
}

const begin = () => OpenWriter.begin(db.pool);
/** As if the lock that spares processes the work did not exist. */
const unlocked = addUncounted.text.replace(/and pg_try_advisory_xact_lock\(.*\)\)/, '');

async function waitForLock({ pid }: OpenWriter): Promise<void> {
  await vi.waitFor(
    async () => {
      const { rows } = await db.pool.query(
        `select from pg_stat_activity where pid = $1 and wait_event_type = 'Lock'`,
        [pid],
      );
      expect(rows).toHaveLength(1);
    },
    { timeout: 60_000, interval: 5 },
  );
}

it('counts a page once that two processes read at the same time', async () => {
  await create(3);
  await settle(3);
  const [first, second] = [await begin(), await begin()];
  await first.client.query(unlocked);
  const late = second.client.query(unlocked);
  await waitForLock(second);
  await first.commit();
  await late;
  await second.commit();
  expect(await storedCounts(db.pool)).toEqual(countsOf(3));
});

it('leaves the page to a process that is counting it', async () => {
  await create(1);
  await settle(1);
  const first = await begin();
  await first.client.query(addUncounted.text);
  expect((await db.pool.query(addUncounted.text)).rows).toEqual([{ events: 0 }]);
  await first.commit();
  expect(await storedCounts(db.pool)).toEqual(countsOf(1));
});

it('counts nothing when its connection ends before the commit, and all of it in the next round', async () => {
  await create(2);
  await settle(2);
  const counter = await begin();
  await counter.client.query(addUncounted.text);
  await db.owner.query('select pg_terminate_backend($1)', [counter.pid]);
  await counter.rollback();
  await vi.waitFor(
    async () => {
      await db.pool.query(addUncounted.text);
      expect(await storedCounts(db.pool)).toEqual(countsOf(2));
    },
    { timeout: 60_000, interval: 5 },
  );
});

it('has counts that include each committed event, in the order in which they commit', async () => {
  const [slow, quick] = [await begin(), await begin()];
  await slow.write(event);
  await quick.write(event);
  await quick.commit();
  await db.pool.query(addUncounted.text);
  expect(await storedCounts(db.pool)).toEqual({});
  expect(await readCounts(db.pool)).toEqual(countsOf(1));
  await slow.commit();
  expect(await readCounts(db.pool)).toEqual(countsOf(2));
  await settle(2);
  await db.pool.query(addUncounted.text);
  expect(await storedCounts(db.pool)).toEqual(countsOf(2));
  expect(await readCounts(db.pool)).toEqual(countsOf(2));
});

it('counts existing tasks anew while a transaction is open', async () => {
  await db.owner.query(`insert into teams (id, name) values ('team', 'T')`);
  await db.owner.query(`insert into projects (id, team_id, name) values ('project', 'team', 'P')`);
  const [slow, quick] = [await begin(), await begin()];
  for (const writer of [slow, quick]) {
    await writer.client.query(
      `insert into tasks (id, team_id, project_id, title) values ($1, 'team', 'project', 'T')`,
      [`task${writer.pid}`],
    );
    await writer.write({ ...event, subjectId: `task${writer.pid}` });
  }
  await quick.commit();
  await db.pool.query('select recount()');
  expect(await readCounts(db.pool)).toEqual(countsOf(1));
  await slow.commit();
  expect(await readCounts(db.pool)).toEqual(countsOf(2));
  await settle(2);
  await db.pool.query(addUncounted.text);
  expect(await storedCounts(db.pool)).toEqual(countsOf(2));
});

it('counts a change from its snapshot and the fields before it alone', async () => {
  const writer = await begin();
  await writer.write(event);
  const moved = { projectId: 'other', status: 'done' };
  const changes = { projectId: { before: 'project' }, status: { before: 'todo' }, assignedAgentId: {} };
  await writer.write({ teamId: 'team', type: 'task.updated', snapshot: moved, changes });
  await writer.write({ teamId: 'team', type: 'task.updated', snapshot: moved, changes: { title: {} } });
  await writer.commit();
  await settle(3);
  const expected = { 'team//done': 1, 'team/other/done': 1 };
  expect(await readCounts(db.pool)).toEqual(expected);
  await db.pool.query(addUncounted.text);
  expect(await storedCounts(db.pool)).toEqual(expected);
});

it('skips events that are no tasks', async () => {
  const writer = await begin();
  await writer.write({ teamId: 'team', type: 'task.created' });
  await writer.write({ teamId: 'team', type: 'task.updated', snapshot: { status: {} } });
  await writer.write({ teamId: 'team', type: 'agent.updated', snapshot });
  await writer.write(event);
  await writer.commit();
  await settle(4);
  await db.pool.query(addUncounted.text);
  expect(await storedCounts(db.pool)).toEqual(countsOf(1));
});

it('records once a minute which transactions the minute divides', async () => {
  await create(1);
  type Recorded = { xid: string; minute: number };
  const read = async (sql: string) => (await db.pool.query<Recorded>(sql)).rows;
  const [before] = await read(
    `select pg_snapshot_xmax(pg_current_snapshot())::text as xid,
       extract(epoch from date_trunc('minute', now()))::int as minute`,
  );
  const recorded = async () => {
    await db.pool.query(addUncounted.text);
    return read(
      'select xid::text, extract(epoch from minute)::int as minute from log_minutes order by 2 limit 1',
    );
  };
  const first = await recorded();
  expect(BigInt(first[0]?.xid ?? 0)).toBeGreaterThanOrEqual(BigInt(before?.xid ?? Number.MAX_SAFE_INTEGER));
  expect(first[0]?.minute).toBeGreaterThanOrEqual(before?.minute ?? Number.NaN);
  await create(1);
  expect(await recorded()).toEqual(first);
});

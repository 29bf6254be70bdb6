import { defineStatement, type Queryable, queryMany, sql } from '@crewboard/db';
import { createTestDatabase, type TestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { toAppError } from '../errors.ts';
import { type Batch, Batches } from './batches.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
  await db.owner.query('create table numbers (owner text, n integer unique check (n <> 13))');
  await db.owner.query('grant all on numbers to public');
});
afterAll(() => db.close());
beforeEach(() => db.owner.query('truncate numbers'));

type Call = { owner: string; n: number };
const insert = defineStatement<{ owners: string[]; numbers: number[] }, { n: number }>(
  (p) => sql`
  insert into numbers select * from unnest(${p.owners}::text[], ${p.numbers}::int[]) returning n`,
);

/** A batch that inserts numbers, keeps what it sent, and fails the calls with a negative one. */
function recordingBatch(before = async (_db: Queryable) => {}) {
  const sent: number[][] = [];
  const batch: Batch<Call, number> = {
    name: 'numbers',
    ownerOf: ({ owner }) => owner,
    async send(pool, calls) {
      sent.push(calls.map(({ n }) => n));
      await before(pool);
      const rows = await queryMany(pool, insert, {
        owners: calls.map(({ owner }) => owner),
        numbers: calls.map(({ n }) => n),
      });
      return rows.map(({ n }) => (n < 0 ? new Error('negative') : n));
    },
  };
  const batches = new Batches(db.pool);
  return { sent, run: (n: number, owner = 'a') => batches.run(batch, { owner, n }) };
}

/** Holds all statements back until `open` is called. */
function gate() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { wait: () => promise, open: resolve };
}

/** Calls wait for the statement under way, however long it lasts: the timer that would send them does not run. */
function withoutDelays() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 100);
const stored = async () =>
  (await db.pool.query<{ n: number }>('select n from numbers order by n')).rows.map(({ n }) => n);
/** The next turn of the event loop, in which waiting calls are sent. */
const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('sending', () => {
  it('sends the calls of one turn in one statement, each with its outcome', async () => {
    const { sent, run } = recordingBatch();
    const outcomes = await Promise.allSettled([run(1), run(-2), run(3)]);
    expect(sent).toEqual([[1, -2, 3]]);
    expect(outcomes).toMatchObject([{ value: 1 }, { reason: { message: 'negative' } }, { value: 3 }]);
  });

  it('sends a single call at once, and what arrives meanwhile together', async () => {
    withoutDelays();
    const { wait, open } = gate();
    const { sent, run } = recordingBatch(wait);
    const calls: Promise<number>[] = [];
    for (const n of [1, 2, 3, 4]) {
      calls.push(run(n));
      await nextTurn();
    }
    expect(sent).toEqual([[1]]);
    open();
    await Promise.all(calls);
    expect(sent).toEqual([[1], [2, 3, 4]]);
  });

  it('sends a second statement, and no third, beside one under way once 16 calls wait', async () => {
    withoutDelays();
    const { wait, open } = gate();
    const { sent, run } = recordingBatch(wait);
    const calls: Promise<number>[] = [];
    for (const n of upTo(40)) {
      calls.push(run(n));
      await nextTurn();
    }
    expect(sent.map((batch) => batch.length)).toEqual([1, 16]);
    open();
    await Promise.all(calls);
    expect(sent.map((batch) => batch.length)).toEqual([1, 16, 23]);
  });

  it('sends fewer than 16 calls as well, once they have waited 50 ms for the statement under way', async () => {
    const { wait, open } = gate();
    const { sent, run } = recordingBatch(async () => {
      if (sent.length === 1) await wait();
    });
    const hanging = run(1);
    await nextTurn();
    expect(await Promise.all([run(2), run(3)])).toEqual([2, 3]);
    expect(await run(4)).toBe(4);
    expect(sent).toEqual([[1], [2, 3], [4]]);
    open();
    expect(await hanging).toBe(1);
  });

  it('sends those of one turn that did not fit, although the statement before them hangs', async () => {
    const { wait, open } = gate();
    const { sent, run } = recordingBatch(async () => {
      if (sent.length === 1) await wait();
    });
    const calls = upTo(70).map((n) => run(n));
    await Promise.all(calls.slice(64));
    expect(sent.map((batch) => batch.length)).toEqual([64, 6]);
    open();
    await Promise.all(calls);
  });

  it('takes one call of each owner in turn when more wait than fit', async () => {
    const { sent, run } = recordingBatch();
    const large = upTo(200).map((n) => run(n, 'large'));
    const small = [run(1, 'small'), run(2, 'small')];
    await Promise.all([...large, ...small]);
    expect(sent.map((batch) => batch.length)).toEqual([64, 64, 64, 10]);
    expect(sent[0]?.slice(0, 5)).toEqual([100, 1, 101, 2, 102]);
  });

  it('rejects calls with 503 when too many of one owner wait, and accepts those of others', async () => {
    const { wait, open } = gate();
    const { run } = recordingBatch(wait);
    const calls = upTo(1_100).map((n) => run(n, 'large'));
    const other = run(1, 'small');
    open();
    const outcomes = await Promise.allSettled(calls);
    const rejected = outcomes.filter(({ status }) => status === 'rejected');
    expect(rejected).toHaveLength(100);
    expect(rejected[0]).toMatchObject({ reason: { code: 'UNAVAILABLE', status: 503 } });
    expect(await other).toBe(1);
  });

  it('rejects calls with 503 when too many of all owners wait', async () => {
    const { run } = recordingBatch();
    const outcomes = await Promise.allSettled(upTo(4_010).map((n) => run(n, `owner ${n}`)));
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(10);
  });
});

describe('a failed statement', () => {
  it('is repeated call by call when it was rolled back, so that one call fails alone', async () => {
    const { sent, run } = recordingBatch();
    const outcomes = await Promise.allSettled([run(1), run(13), run(3)]);
    expect(sent).toEqual([[1, 13, 3], [1], [13], [3]]);
    expect(outcomes).toMatchObject([{ value: 1 }, { reason: { code: '23514' } }, { value: 3 }]);
    expect(await stored()).toEqual([1, 3]);
  });

  it.each([
    ['is sent again after a deadlock', 2, 3, ['fulfilled', 'fulfilled']],
    ['is sent three times, and then each call once', 9, 5, ['rejected', 'rejected']],
    ['is sent call by call after three deadlocks', 3, 5, ['fulfilled', 'fulfilled']],
  ])('%s', async (_, deadlocks, statements, statuses) => {
    const { sent, run } = recordingBatch(async (pool) => {
      if (sent.length > deadlocks) return;
      await pool.query(`do $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$`);
    });
    const outcomes = await Promise.allSettled([run(1), run(2)]);
    expect(outcomes.map(({ status }) => status)).toEqual(statuses);
    expect(sent).toHaveLength(statements);
  });

  it('is not repeated when its connection is lost, because it may have committed', async () => {
    const { sent, run } = recordingBatch(async (pool) => {
      if (sent.length === 1) await pool.query('select pg_terminate_backend(pg_backend_pid())');
    });
    const outcomes = await Promise.allSettled([run(1), run(2)]);
    expect(sent).toEqual([[1, 2]]);
    for (const outcome of outcomes) {
      expect(toAppError((outcome as PromiseRejectedResult).reason)).toMatchObject({ status: 503 });
    }
    expect(await run(3)).toBe(3);
  });

  it('is not repeated when the server runs out of time', async () => {
    const { sent, run } = recordingBatch(async (pool) => {
      await pool.query("set statement_timeout = '1ms'; select pg_sleep(1)");
    });
    const outcomes = await Promise.allSettled([run(1), run(2)]);
    expect(sent).toHaveLength(1);
    expect(toAppError((outcomes[0] as PromiseRejectedResult).reason)).toMatchObject({ status: 503 });
  });

  it('rejects the calls behind it when the server has not responded', async () => {
    withoutDelays();
    const { wait, open } = gate();
    const { sent, run } = recordingBatch(async () => {
      await wait();
      throw new Error('Query read timeout');
    });
    const calls = upTo(200).map((n) => run(n));
    await nextTurn();
    open();
    const outcomes = await Promise.allSettled(calls);
    expect(sent).toHaveLength(2);
    for (const outcome of outcomes) {
      expect(toAppError((outcome as PromiseRejectedResult).reason)).toMatchObject({ status: 503 });
    }
  });

  it('leaves no timer, where the calls behind it were rejected', async () => {
    withoutDelays();
    const { wait, open } = gate();
    const { run } = recordingBatch(async () => {
      await wait();
      throw new Error('Query read timeout');
    });
    const first = run(1);
    await nextTurn();
    const calls = [first, run(2)];
    expect(vi.getTimerCount()).toBe(1);
    open();
    await Promise.allSettled(calls);
    expect(vi.getTimerCount()).toBe(0);
  });
});

import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { ChangeNotifier } from '../change-notifier.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { defineStatement, queryOne } from '../statement.ts';
import { createTestDatabase, type TestDatabase } from '../testing/index.ts';
import { hasPgBouncer, startPgBouncer } from '../testing/pgbouncer.ts';
import { startStartupProxy } from '../testing/startup-proxy.ts';
import { type Database, openDatabase } from './open-database.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase(inject('postgresUrl'));
});
afterAll(() => db.close());

type Closable = { close(): Promise<unknown> };

/** Closes them also after a failure, the last one first. */
async function using<T>(run: (keep: <C extends Closable>(opened: C) => C) => Promise<T>): Promise<T> {
  const opened: Closable[] = [];
  try {
    return await run((each) => {
      opened.push(each);
      return each;
    });
  } finally {
    for (const each of opened.toReversed()) await each.close();
  }
}

/** By another way than the check of the service. */
async function expectSettings({ pool, reads, administer }: Database): Promise<void> {
  const show = `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
    current_setting('idle_in_transaction_session_timeout') as idle, current_setting('TimeZone') as zone,
    current_setting('jit') as jit, current_setting('max_parallel_workers_per_gather') as workers`;
  const expected = { statement: '5s', lock: '2s', idle: '1s', zone: 'UTC', jit: 'off', workers: '0' };
  const several = await Promise.all(Array.from({ length: 4 }, () => pool.query(show)));
  expect(several.map(({ rows }) => rows[0])).toEqual(Array(4).fill(expected));
  expect((await reads.query(show)).rows).toEqual([{ ...expected, statement: '3s' }]);
  expect((await administer(({ sql: query }) => query.query({ text: show }))).rows).toEqual([expected]);
}

const add = defineStatement<{ value: number }, { sum: number }>(
  ({ value }) => sql`select ${value}::int + 1 as sum`,
);

it('has all its settings where startup parameters are dropped, and sends none of its own', () =>
  using(async (keep) => {
    const proxy = keep(await startStartupProxy(db.url));
    const service = keep(openDatabase(proxy.url));
    await expectSettings(service);
    expect(await service.findMissingSettings('pool')).toEqual([]);
    expect(await service.findMissingSettings('reads')).toEqual([]);
    expect(proxy.dropped).toEqual([]);
  }));

it('notices settings that a connection does not keep', () =>
  using(async (keep) => {
    const service = keep(openDatabase(db.url));
    service.pool.on(
      'connect',
      (client) => void client.query('reset lock_timeout; set statement_timeout = 60000'),
    );
    expect(await service.findMissingSettings('pool')).toEqual(['lock_timeout', 'statement_timeout']);
    expect(await service.findMissingSettings('reads')).toEqual([]);
  }));

// Where PgBouncer is not installed, these do not exist: CONTRIBUTING.md.
if (hasPgBouncer()) {
  describe('PgBouncer', () => {
    it('in session mode keeps settings, prepared statements and transactions', () =>
      using(async (keep) => {
        const bouncer = keep(await startPgBouncer(db.url, { mode: 'session' }));
        await expect(prepareDatabase({ url: bouncer.url })).resolves.toMatchObject({
          canChangeSchema: false,
        });
        const service = keep(openDatabase(bouncer.url));
        await expectSettings(service);
        expect(await service.findMissingSettings('pool')).toEqual([]);
        for (let value = 0; value < 20; value += 1) {
          const sums = await Promise.all([1, 2, 3].map(() => queryOne(service, add, { value })));
          expect(sums).toEqual(Array(3).fill({ sum: value + 1 }));
        }
        await service.transaction((connection) =>
          connection.query(`insert into teams (id, name) values ('pooled', 'Team')`),
        );
        expect((await service.query('select id from teams')).rows).toEqual([{ id: 'pooled' }]);
      }));

    it('in session mode passes notifications on to others, and not to their sender', () =>
      using(async (keep) => {
        const bouncer = keep(await startPgBouncer(db.url, { mode: 'session' }));
        const [one, other] = [keep(new ChangeNotifier(bouncer.url)), keep(new ChangeNotifier(bouncer.url))];
        const received: string[] = [];
        const { promise: arrived, resolve } = Promise.withResolvers<void>();
        one.subscribe('counts', (payload) => received.push(`one ${payload}`));
        other.subscribe('counts', (payload) => {
          received.push(`other ${payload}`);
          if (payload === 'last') resolve();
        });
        await expect.poll(() => one.isConnected && other.isConnected).toBe(true);
        const changed = new Promise<void>((onChange) => other.onChange(onChange));
        await one.publish('counts', 'first');
        one.notify();
        await changed;
        await one.publish('counts', 'last');
        await arrived;
        expect(received).toEqual(['other first', 'other last']);
      }));

    it.each([
      ['transaction', 20],
      ['transaction', 1],
      ['statement', 20],
    ] as const)('in %s mode with %i sessions is rejected at the start', (mode, poolSize) =>
      using(async (keep) => {
        const bouncer = keep(await startPgBouncer(db.url, { mode, poolSize }));
        await expect(prepareDatabase({ url: bouncer.url })).rejects.toThrow(
          /^DATABASE_URL leads through a pooler .* pool_mode = session/,
        );
      }),
    );

    it('in transaction mode is rejected before migrations, and while others use it', () =>
      using(async (keep) => {
        const [pooled, direct] = [keep(await startPgBouncer(db.ownerUrl, { mode: 'transaction' })), db.url];
        await expect(prepareDatabase({ url: direct, ownerUrl: pooled.url })).rejects.toThrow(
          /^DATABASE_OWNER_URL/,
        );
        const noise = keep(openDatabase(pooled.url, { maxConnections: 8 }));
        let isEnding = false;
        const busy = Array.from({ length: 8 }, async () => {
          while (!isEnding) await noise.pool.query('select pg_sleep(0.001)');
        });
        for (let start = 0; start < 10; start += 1) {
          await expect(prepareDatabase({ url: pooled.url })).rejects.toThrow(/^DATABASE_URL leads/);
        }
        isEnding = true;
        await Promise.all(busy);
      }));
  });
}

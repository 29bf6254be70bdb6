import sql from 'sql-template-tag';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import type { Transaction } from './administration.ts';
import { type Database, openDatabase, type PooledConnection } from './connections/open-database.ts';
import { newId } from './ids.ts';
import { queryMany, queryOne } from './statement.ts';
import { createTestDatabase, openTestDatabase, type TestDatabase } from './testing/index.ts';

let database: TestDatabase;
/** With one connection: a test that keeps it, or leaves it broken, makes the next one fail. */
let db: Database;
let id: string;

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'));
  db = openTestDatabase(database.url, { maxConnections: 1 });
  await database.owner.query(`insert into teams (id, name) values ('taken', 'Team')`);
});
afterAll(async () => {
  await db.close();
  await database.close();
});
beforeEach(() => {
  id = newId();
});

const createTeam = ({ client }: Transaction, teamId = id) =>
  client.team.create({ data: { id: teamId, name: 'By the client' } });
const createProject = (transaction: Transaction, projectId = id) =>
  queryOne<{ id: string }>(
    transaction.sql,
    sql`insert into projects (id, team_id, name) values (${projectId}, ${id}, 'By SQL') returning id`,
  );

/** The names of the team and the project with the id of the test that are committed. */
async function committed(): Promise<string[]> {
  const { rows } = await database.owner.query<{ name: string }>(
    'select name from teams where id = $1 union all select name from projects where id = $1',
    [id],
  );
  return rows.map(({ name }) => name);
}

describe('a transaction', () => {
  it('commits what the client and the SQL do, and returns the result', async () => {
    const result = await db.administer(async (transaction) => {
      await createTeam(transaction);
      const project = await createProject(transaction);
      expect(await committed()).toEqual([]);
      return project;
    });
    expect(result).toEqual({ id });
    expect(await committed()).toEqual(['By the client', 'By SQL']);
  });

  it('undoes both when it throws, and rejects with the same error', async () => {
    const error = new Error('A rule rejects this');
    const rejected = db.administer(async (transaction) => {
      await createTeam(transaction);
      await createProject(transaction);
      throw error;
    });
    await expect(rejected).rejects.toBe(error);
    expect(await committed()).toEqual([]);
  });

  it('waits for a connection of the pool', async () => {
    const order: string[] = [];
    const ids = Array.from({ length: 5 }, newId);
    await Promise.all(
      ids.map((teamId) =>
        db.administer(async (transaction) => {
          order.push(`${teamId} begins`);
          await createTeam(transaction, teamId);
          order.push(`${teamId} ends`);
        }),
      ),
    );
    expect(order).toEqual(ids.flatMap((teamId) => [`${teamId} begins`, `${teamId} ends`]));
  });

  it('reads times as Date through the client and through SQL', async () => {
    const { team, row } = await db.administer(async (transaction) => {
      const team = await createTeam(transaction);
      const select = sql`select created_at as "createdAt" from teams where id = ${id}`;
      return { team, row: await queryOne<{ createdAt: Date }>(transaction.sql, select) };
    });
    expect(row?.createdAt).toBeInstanceOf(Date);
    expect(row).toEqual({ createdAt: team.createdAt });
  });
});

describe('the first transaction', () => {
  type Span = string | { name: string };
  const tracing = globalThis as { PRISMA_INSTRUMENTATION?: unknown };
  afterEach(() => {
    delete tracing.PRISMA_INSTRUMENTATION;
  });

  it('begins after the client has compiled a query, which takes long on a busy machine', async () => {
    const service = openTestDatabase(database.url, { maxConnections: 1 });
    const steps: string[] = [];
    const helper = {
      isEnabled: () => true,
      getTraceParent: () => '00-10-10-00',
      getActiveContext: () => undefined,
      runInChildSpan<Result>(span: Span, run: () => Result): Result {
        steps.push(typeof span === 'string' ? span : span.name);
        return run();
      },
    };
    tracing.PRISMA_INSTRUMENTATION = { helper };
    service.pool.on('acquire', () => steps.push('takes a connection'));
    try {
      await service.administer((transaction) => createTeam(transaction));
      const order = steps.filter((step) => step === 'compile' || step === 'takes a connection');
      expect(order).toEqual(['compile', 'takes a connection', 'compile']);
      expect(await committed()).toEqual(['By the client']);
    } finally {
      await service.close();
    }
  });
});

describe('an error of PostgreSQL', () => {
  it.each<[how: string, (transaction: Transaction) => Promise<unknown>, code: string, constraint: string]>([
    [
      'a unique violation by the client',
      (transaction) => createTeam(transaction, 'taken'),
      '23505',
      'teams_pkey',
    ],
    [
      'a unique violation by SQL',
      async (transaction) => [await createProject(transaction), await createProject(transaction)],
      '23505',
      'projects_pkey',
    ],
    [
      'a missing row by the client',
      ({ client }) => client.agent.create({ data: { id, teamId: 'none', name: 'A' } }),
      '23503',
      'agents_team_id_fkey',
    ],
    [
      'a missing row by SQL',
      ({ sql: connection }) =>
        queryMany(
          connection,
          sql`insert into agents (id, team_id, name) values (${id}, 'none', 'A') returning id`,
        ),
      '23503',
      'agents_team_id_fkey',
    ],
  ])(
    '(%s) arrives with its code and its constraint, and undoes everything',
    async (_, run, code, constraint) => {
      const rejected = db.administer(async (transaction) => {
        await createTeam(transaction);
        await run(transaction);
      });
      await expect(rejected).rejects.toMatchObject({
        code,
        constraint,
        message: expect.stringContaining(constraint),
      });
      expect(await committed()).toEqual([]);
    },
  );

  it('without a constraint arrives with its code alone', async () => {
    const error = await db
      .administer(({ sql: connection }) => queryMany(connection, sql`select 1 / ${0}::int`))
      .catch((cause) => cause);
    expect(error).toMatchObject({ code: '22012', message: 'division by zero' });
    expect(error).not.toHaveProperty('constraint');
  });

  it('arrives in the transaction itself in the same form where SQL caused it', async () => {
    await expect(
      db.administer(async (transaction) => {
        await createTeam(transaction);
        await createProject(transaction);
        const repeated = createProject(transaction);
        await expect(repeated).rejects.toMatchObject({ code: '23505', constraint: 'projects_pkey' });
        await repeated;
      }),
    ).rejects.toMatchObject({ code: '23505' });
  });
});

describe('now', () => {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 3_600_000 }));
  afterEach(() => vi.useRealTimers());

  it('is when the transaction began by the clock of the database', async () => {
    const clock = async () => {
      const { rows } = await database.owner.query<{ time: string }>(
        'select floor(1000 * extract(epoch from clock_timestamp())) as time',
      );
      return Number(rows[0]?.time);
    };
    const before = await clock();
    const { now, during } = await db.administer(async (transaction) => {
      return { now: transaction.now.getTime(), during: await clock() };
    });
    expect(now).toBeGreaterThanOrEqual(before);
    expect(now).toBeLessThanOrEqual(during);
  });
});

describe('a transaction that does nothing for more than a second', () => {
  const stopped = new Error('The process goes on too late');
  const lost = /not queryable|terminated|idle-in-transaction/;

  it.each<[then: string, (transaction: Transaction) => Promise<unknown>, error: RegExp | string]>([
    ['runs a statement', (transaction) => createProject(transaction), lost],
    ['uses the client', ({ client }) => client.team.count(), lost],
    ['wants to commit', async () => undefined, lost],
    ['throws', () => Promise.reject(stopped), stopped.message],
  ])('is ended by the server, and rejects when it %s', async (_, goOn, error) => {
    const service = openDatabase(database.url, { maxConnections: 1 });
    try {
      const rejected = service.administer(async (transaction) => {
        await createTeam(transaction);
        const select = sql`select pg_backend_pid() as pid from (select pg_advisory_xact_lock(1)) as locked`;
        const backend = await queryOne<{ pid: number }>(transaction.sql, select);
        await expect.poll(() => isRunning(backend?.pid)).toBe(false);
        await goOn(transaction);
      });
      await expect(rejected).rejects.toThrow(error);
      expect(await committed()).toEqual([]);
      const lock = await database.owner.query('select pg_try_advisory_xact_lock(1) as "isFree"');
      expect(lock.rows).toEqual([{ isFree: true }]);
      await service.administer((transaction) => createTeam(transaction));
      expect((await service.query('select name from teams where id = $1', [id])).rowCount).toBe(1);
    } finally {
      await service.close();
    }
  });

  async function isRunning(pid: number | undefined): Promise<boolean> {
    const { rowCount } = await database.owner.query('select from pg_stat_activity where pid = $1', [pid]);
    return rowCount === 1;
  }
});

type Timed = PooledConnection & { connectionParameters: { query_timeout: number } };

describe('a transaction whose rollback gets no response', () => {
  it('leaves no connection in the pool that is still in it', async () => {
    const service = openTestDatabase(database.url, { maxConnections: 1 });
    const connections: Timed[] = [];
    service.pool.on('acquire', (connection) => connections.push(connection as Timed));
    const holder = await database.owner.connect();
    try {
      await holder.query('select pg_advisory_lock(2)');
      const rejected = service.administer(async (transaction) => {
        await createTeam(transaction, newId());
        for (const { connectionParameters } of connections) connectionParameters.query_timeout = 20;
        await queryMany(transaction.sql, sql`select from (select pg_advisory_xact_lock(2)) as locked`);
      });
      await expect(rejected).rejects.toThrow('Query read timeout');
      for (const { connectionParameters } of connections) connectionParameters.query_timeout = 0;
      await holder.query('select pg_advisory_unlock(2)');
      await service.query(`insert into teams (id, name) values ($1, 'After it')`, [id]);
      expect(await committed()).toEqual(['After it']);
    } finally {
      holder.release(true);
      await service.close();
    }
  });
});

describe('a database that cannot be reached', () => {
  it('rejects with the code of the network', async () => {
    const url = new URL(database.url);
    url.port = '1';
    const unreachable = openDatabase(url.href, { maxConnections: 1 });
    await expect(unreachable.administer(async () => undefined)).rejects.toMatchObject({
      code: 'ECONNREFUSED',
    });
    await unreachable.close();
  });
});

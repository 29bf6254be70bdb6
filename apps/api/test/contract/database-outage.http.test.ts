import { randomUUID } from 'node:crypto';
import { setTimeout as backOff, setInterval as every } from 'node:timers/promises';
import type { Problem } from '@crewboard/contracts';
import { type Database, openDatabase, type PooledConnection } from '@crewboard/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem, type Reply, type TestAgent, TestApi } from '../harness.ts';
import { type Crew, crew, tokenOf } from '../support/crew.ts';
import { freshPath, isMutation, kindFor, operations, rowOf } from '../support/operations.ts';
import { OwnPostgres } from '../support/own-postgres.ts';
import { callTrpc, expectTrpcProblem } from '../support/trpc.ts';

let postgres: OwnPostgres;
let api: TestApi;
let home: Crew;
let agents: TestAgent[];
beforeAll(async () => {
  postgres = await OwnPostgres.start();
  api = await TestApi.serve(
    { ...openDatabase(postgres.url), url: postgres.url },
    {
      hasTimeouts: true,
      // One of each operation at once, of one credential.
      bounds: { inFlight: { maxRunning: 256 } },
    },
  );
  await TestApi.withoutTimeouts(postgres.url, async (patient) => {
    home = await crew(patient, 'Home');
    const create = (index: number) => patient.createAgent(home.team, `Agent ${index}`);
    agents = await Promise.all(Array.from({ length: 8 }, (_, index) => create(index)));
  });
});
afterAll(async () => {
  postgres?.thaw();
  await api?.close();
  await postgres?.remove();
});

type Timed = { reply: Reply; milliseconds: number };

async function timed(send: () => Promise<Reply>): Promise<Timed> {
  const began = performance.now();
  const reply = await send();
  return { reply, milliseconds: performance.now() - began };
}

/** One request to each operation, and one with a key to each POST; what they are about exists already. */
async function oneOfEach(): Promise<(() => Promise<Reply>)[]> {
  const requests: (() => Promise<Reply>)[] = [];
  for (const operation of operations) {
    const path = await freshPath(api, operation, home.team);
    const token = tokenOf(home, kindFor(operation));
    const body = isMutation(operation) ? rowOf(operation).body?.(home.team) : undefined;
    requests.push(() => api.request(operation.method, path, { token, body }));
    const headers = { 'Idempotency-Key': randomUUID() };
    if (operation.method !== 'POST') continue;
    const target = await freshPath(api, operation, home.team);
    requests.push(() => api.request('POST', target, { token, body, headers }));
  }
  return requests;
}

/** Much longer than any bound of the service, for a busy machine, and much shorter than a hang. */
const maxMs = 60_000;

function expectUnavailable({ reply, milliseconds }: Timed): void {
  expectProblem(reply, 503, 'UNAVAILABLE');
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(milliseconds).toBeLessThan(maxMs);
}

const me = () => api.request('GET', '/api/me', { token: home.team.apiKey });
const statusOf = async (path: string) => (await api.request('GET', path)).status;

/** Expects /livez and /readyz to respond promptly during an outage. */
async function expectLiveButNotReady(): Promise<void> {
  const live = await timed(() => api.request('GET', '/livez'));
  expect(live.reply.status).toBe(200);
  expect(live.milliseconds).toBeLessThan(maxMs);
  // A successful readiness check is reused for 500 ms.
  await expect.poll(() => statusOf('/readyz')).toBe(503);
  const ready = await timed(() => api.request('GET', '/readyz'));
  expect(ready.reply.status).toBe(503);
  expect(ready.reply.body).toMatchObject({ ready: false, checks: { database: false } });
  expect(ready.milliseconds).toBeLessThan(maxMs);
}

async function expectServing(): Promise<void> {
  await expect.poll(async () => (await me()).status).toBe(200);
  await expect.poll(() => statusOf('/readyz')).toBe(200);
}

type Work = { claimed: Map<string, string>; statuses: Map<number, number>; done: Promise<void> };

/** Half of the agents send the key of their claim with it. */
const sendsKeys = (agent: TestAgent) => agents.indexOf(agent) % 2 === 0;

/** All agents claim all tasks; one that hears 503, or that its key is in use, tries again a moment later. */
function claimEverything(taskIds: string[]): Work {
  const claimed = new Map<string, string>();
  const statuses = new Map<number, number>();
  const settle = async (agent: TestAgent, taskId: string): Promise<void> => {
    for (;;) {
      const headers = sendsKeys(agent) ? { 'Idempotency-Key': taskId } : undefined;
      const reply = await api.request('POST', `/api/tasks/${taskId}/claim`, { token: agent.token, headers });
      statuses.set(reply.status, (statuses.get(reply.status) ?? 0) + 1);
      if (reply.status === 200) claimed.set(taskId, agent.id);
      const isKeyInUse = (reply.body as Problem).code === 'IDEMPOTENCY_IN_PROGRESS';
      if (reply.status !== 503 && !isKeyInUse) return;
      if (!isKeyInUse) expectProblem(reply, 503, 'UNAVAILABLE');
      await backOff(50);
    }
  };
  const work = agents.map(async (agent, index) => {
    const offset = Math.floor((index * taskIds.length) / agents.length);
    for (const taskId of [...taskIds.slice(offset), ...taskIds.slice(0, offset)]) await settle(agent, taskId);
  });
  return { claimed, statuses, done: Promise.all(work).then(() => undefined) };
}

/** Expects each acknowledged claim to be stored, to be granted once, and to be logged once. */
async function expectConsistentHistory(taskIds: string[], { claimed, statuses }: Work): Promise<void> {
  expect([...statuses.keys()].filter((status) => ![200, 409, 503].includes(status))).toEqual([]);
  const { rows } = await api.db.pool.query<{ id: string; holder: string; status: string; claims: string[] }>(
    `select id, assigned_agent_id as holder, status,
       (select array_agg(actor_id) from events where subject_id = tasks.id and type = 'task.claimed') as claims
     from tasks where id = any($1)`,
    [taskIds],
  );
  expect(rows).toHaveLength(taskIds.length);
  for (const { id, holder, status, claims } of rows) {
    expect(status).toBe('in_progress');
    expect(claims).toEqual([holder]);
    if (claimed.has(id)) expect(holder).toBe(claimed.get(id));
    // A claim whose response was lost is acknowledged when it is repeated with its key.
    const agent = agents.find(({ id: agentId }) => agentId === holder);
    if (agent && sendsKeys(agent)) expect(claimed.get(id)).toBe(holder);
  }
}

const createTasks = (count: number) =>
  Promise.all(Array.from({ length: count }, () => api.createTask(home.team)));

describe('PostgreSQL is stopped', () => {
  let requests: (() => Promise<Reply>)[];
  beforeAll(async () => {
    requests = await oneOfEach();
    await postgres.stop();
  });

  it('responds to every operation with 503 and Retry-After, all at once', async () => {
    const responses = await Promise.all(requests.map(timed));
    for (const response of responses) expectUnavailable(response);
    const posts = operations.filter(({ method }) => method === 'POST');
    expect(responses).toHaveLength(operations.length + posts.length);
  });

  it('responds the same over tRPC', async () => {
    const reply = await callTrpc(api, 'query', 'teams.me', { token: home.team.apiKey });
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
    expectTrpcProblem(reply, 503, 'UNAVAILABLE');
  });

  it('still serves what needs no database: /livez, the documentation, and the rejection of malformed tokens', async () => {
    await expectLiveButNotReady();
    for (const path of ['/openapi.json', '/llms.txt', '/docs/errors']) expect(await statusOf(path)).toBe(200);
    expectProblem(await api.request('GET', '/api/me', { token: 'garbage' }), 401, 'UNAUTHENTICATED');
    expectProblem(await api.request('GET', '/api/nothing'), 404, 'NOT_FOUND');
  });

  it('recovers by itself with PostgreSQL, and has changed nothing meanwhile', async () => {
    await postgres.startAgain();
    await expectServing();
    // A busy machine may take longer than the service waits.
    for (const request of requests)
      await expect.poll(async () => (await request()).status).toBeOneOf([200, 201, 202, 204]);
  });
});

/**
 * A connection that keeps a task from being claimed until it ends: however slow the test is, not all are claimed
 * before.
 */
async function lockTask(admin: Database, taskId: string | undefined): Promise<PooledConnection> {
  const connection = await admin.pool.connect();
  await connection.query('select pg_advisory_lock(hashtextextended($1, 6))', [taskId]);
  return connection;
}

it('loses no acknowledged claim and grants none twice when PostgreSQL is killed during claims', async () => {
  const taskIds = await createTasks(40);
  const admin = openDatabase(postgres.url, { maxConnections: 1 });
  const lock = await lockTask(admin, taskIds.at(-1));
  const work = claimEverything(taskIds);
  await expect.poll(() => work.claimed.size, { interval: 1 }).toBeGreaterThan(5);
  await postgres.kill();
  expect(work.claimed.size).toBeLessThan(40);
  lock.release(true);
  await admin.close();
  await expectLiveButNotReady();
  await postgres.startAgain();
  await expectServing();
  await work.done;
  await expectConsistentHistory(taskIds, work);
  expect(work.statuses.get(503)).toBeGreaterThan(0);
});

it('responds only with 503 while backends are terminated every 20 ms, loses or doubles no claim, and the pool recovers', async () => {
  const taskIds = await createTasks(40);
  const admin = openDatabase(postgres.url, { maxConnections: 1 });
  const lock = await lockTask(admin, taskIds.at(-1));
  const work = claimEverything(taskIds);
  let terminated = 0;
  try {
    for await (const _ of every(20)) {
      const { rowCount } = await lock.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'crewboard' and pid <> pg_backend_pid()`,
      );
      terminated += rowCount ?? 0;
      if (terminated > 50) break;
    }
  } finally {
    lock.release(true);
    await admin.close();
  }
  await work.done;
  await expectConsistentHistory(taskIds, work);
  expect(work.statuses.get(503)).toBeGreaterThan(0);
  const after = await Promise.all(Array.from({ length: 40 }, me));
  expect(after.filter(({ status }) => status !== 200).length).toBeLessThanOrEqual(10);
  await expectServing();
});

describe('PostgreSQL is suspended (SIGSTOP)', () => {
  it('responds to every request with 503 instead of hanging, and then continues without new connections', async () => {
    const requests = await oneOfEach();
    await Promise.all(Array.from({ length: 10 }, me));
    postgres.freeze();
    try {
      const waiting = Promise.all([...requests, me, me, me].map(timed));
      await expectLiveButNotReady();
      for (const response of await waiting) expectUnavailable(response);
    } finally {
      postgres.thaw();
    }
    await expectServing();
    const countBackends = async () => {
      const { rows } = await api.db.pool.query<{ backends: number }>(
        `select count(*)::int as backends from pg_stat_activity where application_name = 'crewboard'`,
      );
      return rows[0]?.backends;
    };
    // Those of requests that were given up end once they have noticed it.
    await expect.poll(countBackends).toBeLessThanOrEqual(10 + 6);
  });
});

it('logs nothing but UNAVAILABLE', () => {
  const lines = api.logLines.map((line) => JSON.parse(line) as { level: number; code?: string; msg: string });
  const unexpected = lines.filter(({ level, code }) => level >= 50 && code !== 'UNAVAILABLE');
  expect(unexpected.map(({ code, msg }) => `${code} ${msg}`)).toEqual([]);
});

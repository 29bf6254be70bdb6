import type { Database } from '@crewboard/db';
import { openTestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectProblem, type TestTeam, useApi } from '../harness.ts';
import { OpenWriter } from '../log/support/open-writer.ts';
import { calls } from '../support/tasks.ts';

const api = useApi();
let foreign: Database;
let busy: TestTeam;
let other: TestTeam;

beforeAll(async () => {
  foreign = openTestDatabase(api().db.url, { maxConnections: 2 });
  [busy, other] = [await api().createTeam('Busy'), await api().createTeam('Other')];
});
afterAll(() => foreign.close());

/** Connections of the app that wait for a lock. */
async function waiting(): Promise<number> {
  const { rows } = await foreign.pool.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where application_name = 'crewboard'
       and wait_event_type = 'Lock' and datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
}

it.each([
  ['task', (n: number, id: string) => calls(api()).update(busy.apiKey, id, { title: `Title ${n}` })],
  [
    'agent',
    (n: number, id: string) =>
      api().request('PATCH', `/api/agents/${id}`, { token: busy.apiKey, body: { name: `Name ${n}` } }),
  ],
  [
    'task, with an Idempotency-Key',
    (n: number, id: string) =>
      api().request('POST', `/api/tasks/${id}/move`, {
        token: busy.apiKey,
        body: { status: 'cancelled' },
        headers: { 'Idempotency-Key': `${n}` },
      }),
  ],
])('40 changes of one locked %s occupy four connections, and another team works on', async (kind, change) => {
  const table = kind === 'agent' ? 'agents' : 'tasks';
  const id = kind === 'agent' ? (await api().createAgent(busy)).id : await api().createTask(busy);
  const writer = await OpenWriter.begin(foreign.pool);
  await writer.client.query(`select from ${table} where id = $1 for update`, [id]);
  const changes = Array.from({ length: 40 }, (_, n) => change(n, id));
  await expect.poll(waiting, { interval: 10 }).toBe(4);

  const agent = await api().createAgent(other);
  const taskId = await api().createTask(other);
  expect((await calls(api()).claim(agent.token, taskId)).status).toBe(200);
  expect((await calls(api()).complete(agent.token, taskId)).status).toBe(200);
  await expect.poll(waiting, { interval: 10 }).toBe(4);

  await writer.rollback();
  const statuses = (await Promise.all(changes)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 200)).toEqual([]);
});

it('responds with 503 and Retry-After after waiting too long for a connection of the team', async () => {
  const taskId = await api().createTask(busy);
  const writer = await OpenWriter.begin(foreign.pool);
  await writer.client.query('select from tasks where id = $1 for update', [taskId]);
  // A process that waits for a lock for 2 s at most.
  const replica = await api().replica({ hasTimeouts: true, bounds: { connectionMaxWaitMs: 500 } });
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, n) => calls(replica).update(busy.apiKey, taskId, { title: `Title ${n}` })),
  );
  await writer.rollback();
  await replica.close();
  for (const reply of replies) {
    expectProblem(reply, 503, 'UNAVAILABLE');
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  const details = replies.map(({ body }) => (body as { detail: string }).detail);
  expect(details.some((detail) => /waiting for the database/.test(detail))).toBe(true);
});

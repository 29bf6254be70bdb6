import { openDatabase } from '@crewboard/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectProblem, type Reply, TestApi } from '../harness.ts';
import { type Crew, crew } from '../support/crew.ts';
import { OwnPostgres } from '../support/own-postgres.ts';
import { eventually } from '../support/webhooks.ts';

// The standby of a database with synchronous replication is away: each commit waits for it without end.

let postgres: OwnPostgres;
let api: TestApi;
let home: Crew;
beforeAll(async () => {
  postgres = await OwnPostgres.start();
  home = await TestApi.withoutTimeouts(postgres.url, (patient) => crew(patient, 'Home'));
  api = await TestApi.serve({ ...openDatabase(postgres.url), url: postgres.url }, { hasTimeouts: true });
  // The service gives a statement up sooner here, so that the test need not wait for it.
  Object.assign(api.db.pool.options, { query_timeout: 500 });
});
afterAll(async () => {
  await setStandbys('');
  api?.app.server.closeAllConnections();
  await api?.close();
  await postgres?.remove();
});

async function setStandbys(names: string): Promise<void> {
  await postgres.query(`alter system set synchronous_standby_names = '${names}'`);
  await postgres.query('select pg_reload_conf()');
}

const create = () =>
  api.request('POST', `/api/teams/${home.team.teamId}/tasks`, {
    token: home.team.apiKey,
    body: { title: 'A task', projectId: home.team.projectId },
  });
const read = (path: string): Promise<Reply> => api.request('GET', path, { token: home.team.apiKey });
const readyz = async (query = '') => (await api.request('GET', `/readyz${query}`)).status;

async function countHanging(): Promise<number> {
  const [row] = await postgres.query<{ count: number }>(
    `select count(*)::int from pg_stat_activity where wait_event = 'SyncRep' and application_name = 'crewboard'`,
  );
  return row?.count ?? 0;
}

it('still reads while changes hang, keeps the number of connections bounded, and recovers by itself', async () => {
  // A busy machine may take longer than the service waits.
  const created = await eventually(create, ({ status }) => status === 201);
  const { id } = created.body as { id: string };
  expect(await readyz('?for=writes')).toBe(200);
  await setStandbys('nowhere');
  await expect.poll(() => readyz('?for=writes')).toBe(503);

  const { max } = api.db.pool.options;
  const isOver = new AbortController();
  const writing = Array.from({ length: 40 }, async () => {
    for (;;) {
      const reply = await create();
      if (isOver.signal.aborted) return;
      expectProblem(reply, 503, 'UNAVAILABLE');
    }
  });
  // Every place of the pool is taken by a commit, and as many were given up.
  await expect.poll(countHanging).toBeGreaterThanOrEqual(2 * max);
  const reads = [`/api/tasks/${id}`, '/api/me', `/api/projects/${home.team.projectId}`];
  const lists = [`/api/teams/${home.team.teamId}/tasks`, `/api/teams/${home.team.teamId}/events`];
  // A busy machine may take longer than the service waits.
  for (const path of [...reads, ...lists])
    await expect
      .poll(async () => ({ path, status: (await read(path)).status }))
      .toMatchObject({ status: 200 });
  await expect.poll(() => readyz()).toBe(200);
  expect(await readyz('?for=writes')).toBe(503);
  // Besides the pool, the probe of writes, and what processes tell each other.
  expect(await countHanging()).toBeLessThanOrEqual(2 * max + 4);

  isOver.abort();
  await setStandbys('');
  await Promise.all(writing);
  await expect.poll(() => readyz('?for=writes')).toBe(200);
  await expect.poll(async () => (await create()).status).toBe(201);
  await expect.poll(countHanging).toBe(0);
});

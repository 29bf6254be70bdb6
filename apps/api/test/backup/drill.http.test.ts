import { chmod, rm } from 'node:fs/promises';
import path from 'node:path';
import { prepareDatabase } from '@crewboard/db';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@crewboard/db/embedded';
import { makeClusterFolder, openTestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runAdmin } from '../cli/support/run-admin.ts';
import { TestApi, type TestTeam } from '../harness.ts';
import { createPerson, signIn } from '../support/people.ts';
import { useReceivers } from '../support/receiver.ts';
import { calls, done } from '../support/tasks.ts';
import { createWebhook, useWorkers } from '../support/webhooks.ts';
import { createWorld } from '../support/world.ts';
import { findTornTasks, readAllRows, readLogOrder } from './support/rows.ts';

// What an operator does after the loss of a machine, with the commands that the documentation names.

/** Those in which the load changes rows after it has inserted them. */
const changedTables = ['tasks', 'task_attempts', 'agents', 'api_keys', 'webhooks', 'webhook_deliveries'];

const startReceiver = useReceivers();
const servers: EmbeddedPostgres[] = [];
let folder: string;
let api: TestApi;
const openApis = new Set<TestApi>();
const startWorker = useWorkers(() => api);

beforeAll(async () => {
  folder = await makeClusterFolder('crewboard-drill-');
  // PostgreSQL runs as another user when this process is root.
  await chmod(folder, 0o755);
});
afterAll(async () => {
  await closeApis();
  for (const server of servers) await server.stop();
  await rm(folder, { recursive: true });
});

/** Serves the database of a data folder, as `npm start` does. */
async function serve(dataDir: string): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' } });
  servers.push(server);
  await prepareDatabase(server);
  api = await TestApi.serve(openTestDatabase(server.url));
  openApis.add(api);
  return server;
}

async function closeApis(): Promise<void> {
  for (const each of openApis) await each.close();
  openApis.clear();
}

/** In this process: a backup in one of its own yields to all others, so that a busy machine would hardly run it. */
const admin = async (command: string[], env: Record<string, string>) =>
  JSON.parse(await runAdmin([...command, '--json'], { DATABASE_URL: '', ...env }));

/** Creates, claims and completes tasks until it is stopped. */
function startLoad(team: TestTeam, token: string) {
  let isStopped = false;
  const cycle = async () => {
    const taskId = await api.createTask(team, { description: 'x'.repeat(2_000) });
    await done(calls(api).claim(token, taskId));
    await done(calls(api).complete(token, taskId, { body: { result: 'Done' } }));
    return taskId;
  };
  const work = async () => {
    while (!isStopped) await cycle();
  };
  const working = Promise.all([work(), work(), work(), work()]);
  return {
    cycle,
    async stop() {
      isStopped = true;
      await working;
    },
  };
}

it('a backup under load, restored elsewhere, has all rows of one moment, and work goes on there', async () => {
  const source = await serve(path.join(folder, 'source'));
  const { team, ada, bob } = await createWorld(api);
  const { email } = await createPerson(api, team.teamId, 'owner');
  const receiver = await startReceiver();
  await createWebhook(api, team, receiver.url, { eventTypes: ['task.completed'] });
  const waitingId = await api.createTask(team, { title: 'Waits', description: 'ä\\N\t\n'.repeat(20_000) });
  for (let index = 0; index < 50; index += 1) {
    await api.createComment(team, await api.createTask(team, { title: `Task ${index}` }));
  }
  const worker = startWorker();
  const load = startLoad(team, bob.token);
  await load.cycle();
  const before = await readAllRows(api);
  const logBefore = await readLogOrder(api);

  const backup = await admin(['backup', path.join(folder, 'backups')], { DATABASE_URL: source.url });
  await load.cycle();
  await load.stop();
  await worker.stop();
  const after = await readAllRows(api);
  const logAfter = await readLogOrder(api);
  const { body: page } = await api.request('GET', `/api/teams/${team.teamId}/events?limit=20`, {
    token: ada.token,
  });
  await closeApis();

  expect(await admin(['backup', 'verify', backup.path], {})).toMatchObject({ rows: backup.rows });
  const dataDir = path.join(folder, 'restored');
  await admin(['restore', backup.path], { DATA_DIR: dataDir });
  const restored = await serve(dataDir);
  expect(restored.port).not.toBe(source.port);

  // All rows: those that nothing changed meanwhile are there, and each one is there as it was before or after, or is
  // one that the load was changing.
  const found = await readAllRows(api);
  expect([...found.keys()]).toEqual([...before.keys()]);
  for (const [table, rows] of found) {
    const [old, latest] = [before.get(table) ?? new Set<string>(), after.get(table) ?? new Set<string>()];
    expect(
      [...old].filter((row) => latest.has(row) && !rows.has(row)),
      table,
    ).toEqual([]);
    const others = [...rows].filter((row) => !old.has(row) && !latest.has(row));
    if (!changedTables.includes(table)) expect(others, table).toEqual([]);
  }
  // One moment: the log is the first part of the one that was left, and each task is as its last event says.
  const log = await readLogOrder(api);
  expect(log.length).toBeGreaterThanOrEqual(logBefore.length);
  expect(log.length).toBeLessThan(logAfter.length);
  const kept = new Set(log);
  expect(logAfter.filter((event) => kept.has(event))).toEqual(log);
  expect(await findTornTasks(api)).toEqual([]);

  // Clients continue after the ids that they have.
  const events = page as { id: string; type: string }[];
  const cursor = events[9]?.id ?? '';
  const next = await api.request('GET', `/api/teams/${team.teamId}/events?limit=10&cursor=${cursor}`, {
    token: ada.token,
  });
  expect((next.body as { id: string }[]).map(({ id }) => id.slice(-8))).toEqual(
    events.slice(10).map(({ id }) => id.slice(-8)),
  );

  expect(await signIn(api, email)).toMatchObject({ status: 200, data: { sessionId: expect.any(String) } });
  const claimed = await done(calls(api).claim(ada.token, waitingId));
  expect(claimed).toMatchObject({ title: 'Waits', attempt: 1 });
  // Another server: its deliveries are held until an operator says that this is no copy.
  await admin(['deliveries', 'resume'], { DATABASE_URL: restored.url });
  startWorker();
  await done(calls(api).complete(ada.token, waitingId, { body: { result: 'After the restore' } }));
  const ofTask = (received: typeof receiver.received) =>
    received.filter(({ json }) => (json.data.task as { id: string }).id === waitingId);
  await receiver.until((received) => ofTask(received).length > 0);
  expect(ofTask(receiver.received)).toHaveLength(1);
  expect(ofTask(receiver.received)[0]?.json).toMatchObject({
    data: { task: { result: 'After the restore' } },
  });
});

it.each([
  [['backup', 'verify', '/nowhere'], /^crewboard: \/nowhere is not a backup[^\n]+$/],
  [['restore', '/nowhere'], /^crewboard: \/nowhere is not a backup[^\n]+$/],
  [['backup', 'x', '--keep', '0'], /whole number from 1 to 1000/],
])('admin %j ends with one line', async (command, message) => {
  const env = { DATABASE_URL: '', DATA_DIR: path.join(folder, 'empty') };
  await expect(runAdmin(command, env)).rejects.toThrow(message);
});

import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { type TestTeam, useApi } from '../harness.ts';
import { ApiProcess } from './support/api-process.ts';

// A rolling restart behind a proxy, which sends requests until its check of /readyz has failed.

const api = useApi();
let team: TestTeam;
beforeAll(async () => {
  team = await api().createTeam();
});

let server: ApiProcess | undefined;
afterEach(() => server?.kill());
const metricsToken = 'metrics-token-of-the-tests-0123456789';
const startWithDelay = async (seconds: number) => {
  server = await ApiProcess.start(api().db.url, {
    SHUTDOWN_DELAY_SECONDS: `${seconds}`,
    METRICS_TOKEN: metricsToken,
  });
  return server;
};

const send = (url: string, path: string, options: RequestInit = {}) =>
  fetch(`${url}${path}`, {
    ...options,
    headers: {
      Authorization: `Bearer ${team.apiKey}`,
      'Content-Type': 'application/json',
      ...options.headers,
    },
  });
const tasksPath = () => `/api/teams/${team.teamId}/tasks`;
const newTask = () => JSON.stringify({ title: 'A task', projectId: team.projectId });

const readyz = async (url: string) => {
  const response = await fetch(`${url}/readyz`);
  return { status: response.status, body: await response.json() };
};

async function stopsBeingReady(url: string): Promise<void> {
  await expect.poll(() => readyz(url)).toMatchObject({ status: 503, body: { checks: { draining: true } } });
}

it('is not ready and serves requests with Connection: close after SIGTERM; a second one ends it', async () => {
  const { url, exited } = await startWithDelay(300);
  server?.terminate();
  await stopsBeingReady(url);
  expect((await fetch(`${url}/readyz?for=writes`)).status).toBe(503);
  const livez = await fetch(`${url}/livez`);
  expect([livez.status, await livez.json()]).toEqual([200, { live: true, draining: true }]);
  const read = await send(url, '/api/me');
  expect([read.status, read.headers.get('connection')]).toEqual([200, 'close']);
  const headers = { 'Idempotency-Key': 'during-the-delay' };
  const created = await send(url, tasksPath(), { method: 'POST', body: newTask(), headers });
  expect([created.status, created.headers.get('connection')]).toEqual([201, 'close']);

  server?.terminate();
  expect(await exited).toBe(1);
});

/** What the process has received, as it says itself. */
async function metricOf(url: string, name: string): Promise<number> {
  const response = await send(url, '/metrics', { headers: { Authorization: `Bearer ${metricsToken}` } });
  const [, value] = new RegExp(`^${name} (\\d+)$`, 'm').exec(await response.text()) ?? [];
  return Number(value);
}

it('ends what waits, finishes what is under way, and exits with 0', async () => {
  // Without tasks.
  const other = await api().createTeam('Other');
  const { token } = await api().createAgent(other);
  const { url, exited } = await startWithDelay(1);
  const claiming = send(url, `/api/teams/${other.teamId}/tasks/claim-next`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}` },
    body: JSON.stringify({ wait: 30 }),
  });
  const stream = await send(url, `/api/teams/${team.teamId}/events`, {
    headers: { Accept: 'text/event-stream' },
  });
  // A request whose body has not arrived completely.
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  const body = newTask();
  const head = [
    `POST ${tasksPath()} HTTP/1.1`,
    'Host: api',
    `Authorization: Bearer ${team.apiKey}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  socket.setEncoding('utf8').write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`);
  await expect.poll(() => metricOf(url, 'crewboard_waiting_agents')).toBe(1);
  // The three requests and the one that reads the metrics.
  await expect.poll(() => metricOf(url, 'crewboard_http_requests_in_flight')).toBe(4);

  server?.terminate();
  expect((await claiming).status).toBe(204);
  await stream.text();
  await expect.poll(() => fetch(`${url}/livez`).catch((error) => error.cause.code)).toBe('ECONNREFUSED');
  socket.write(body.slice(5));
  const [response] = await once(socket, 'data');
  expect(response).toMatch(/^HTTP\/1.1 201 /);
  expect(response).toMatch(/\r\nconnection: close\r\n/i);
  expect(await exited).toBe(0);
});

it('gives background work as long to stop as requests, not the ten seconds that Fastify gives a hook', () => {
  expect(api().app.initialConfig.pluginTimeout).toBe(0);
});

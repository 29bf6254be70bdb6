import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { type TestTeam, useApi } from '../harness.ts';
import { httpRequest } from '../support/wire.ts';

/** High enough that the limit of unread bytes never ends a response before the stall timeout. */
const unsent = { perTeamBytes: 1024 ** 3, perProcessBytes: 1024 ** 3 };
const api = useApi({ bounds: { stallTimeoutMs: 1_500, unsent } });

let team: TestTeam;
/** So many responses exceed the buffers of both ends of a connection. */
const pages = 4;
/** The server's ends of all connections since the test began. */
const accepted: Socket[] = [];
beforeAll(async () => {
  team = await api().createTeam();
  await api().db.pool.query(
    `insert into tasks (id, team_id, project_id, title, description)
     select 'large' || n, $1, $2, 'Task', repeat('x', 100000) from generate_series(1, 50) as n`,
    [team.teamId, team.projectId],
  );
  api().app.server.on('connection', (socket: Socket) => void accepted.push(socket));
});

const sockets: Socket[] = [];
afterEach(() => {
  accepted.length = 0;
  for (const socket of sockets.splice(0)) socket.destroy();
});

const list = () => `/api/teams/${team.teamId}/tasks?limit=100`;

/** Sends a request on a new connection and does not read the response yet. */
async function sendRequest(path: string, { times = 1, accept = '*/*' } = {}): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(api().url).port) });
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  socket.pause();
  const request = httpRequest('GET', path, { token: team.apiKey, headers: [['Accept', accept]] });
  for (let index = 0; index < times; index += 1) socket.write(request);
  return socket;
}

const closedCount = () => accepted.filter(({ destroyed }) => destroyed).length;

it('closes connections whose clients read nothing', async () => {
  for (let index = 0; index < 3; index += 1) await sendRequest(list(), { times: pages });
  await expect.poll(closedCount).toBe(3);
  await expect.poll(() => api().app.openRequests.count).toBe(0);
});

it('keeps idle streams and idle connections open', async () => {
  const quiet = await sendRequest(`/api/teams/${team.teamId}/events`, { accept: 'text/event-stream' });
  const kept = await sendRequest('/api/me');
  let streamed = '';
  quiet.on('data', (bytes) => {
    streamed += bytes;
  });
  for (const socket of [quiet, kept]) socket.resume();
  await expect.poll(() => streamed).toContain('retry: ');
  // Meanwhile the server closes other connections in two consecutive checks.
  for (let round = 1; round <= 2; round += 1) {
    await sendRequest(list(), { times: pages });
    await expect.poll(closedCount).toBe(round);
  }
  expect([quiet.readyState, kept.readyState]).toEqual(['open', 'open']);
});

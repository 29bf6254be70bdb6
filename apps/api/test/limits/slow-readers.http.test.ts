import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { type TestApi, type TestTeam, useApi } from '../harness.ts';
import { httpRequest } from '../support/wire.ts';

const impatientApi = useApi({ bounds: { unsent: { maxSendMs: 1_000 } } });
/** A limit below the size of any event of the tasks below. */
const narrow = useApi({ bounds: { unsent: { perTeamBytes: 200_000 } } });
const tasks = 60;
const description = '€'.repeat(100_000);

let team: TestTeam;
let streaming: TestTeam;
beforeAll(async () => {
  [team, streaming] = [await impatientApi().createTeam(), await narrow().createTeam()];
  for (let index = 0; index < tasks; index += 1) {
    await Promise.all([
      impatientApi().createTask(team, { description }),
      narrow().createTask(streaming, { description }),
    ]);
  }
});

const sockets: Socket[] = [];
const readers: NodeJS.Timeout[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) clearInterval(reader);
  for (const socket of sockets.splice(0)) socket.destroy();
});

/** Sends a request on a new connection and does not read the response. */
async function sendRequest(
  api: TestApi,
  path: string,
  { apiKey }: TestTeam,
  accept = '*/*',
): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(api.url).port) });
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  socket.pause();
  socket.write(httpRequest('GET', path, { token: apiKey, headers: [['Accept', accept]] }));
  return socket;
}

const events = ({ teamId }: TestTeam, query = '') => `/api/teams/${teamId}/events${query}`;

it('closes a response that a client reads too slowly, but no stream of events', async () => {
  const followed = once(impatientApi().app.server, 'request');
  const stream = await sendRequest(impatientApi(), events(team), team, 'text/event-stream');
  stream.resume();
  const [, streamed] = await followed;
  const requested = once(impatientApi().app.server, 'request');
  // Several responses on one connection exceed the buffers of both ends.
  const socket = await sendRequest(impatientApi(), `/api/teams/${team.teamId}/tasks?limit=100`, team);
  for (let more = 0; more < 4; more += 1) {
    socket.write(httpRequest('GET', `/api/teams/${team.teamId}/tasks?limit=100`, { token: team.apiKey }));
  }
  const [, response] = await requested;
  // This client keeps reading, so it does not stall.
  readers.push(setInterval(() => socket.read(1_000), 20));
  await expect.poll(() => response.socket?.destroyed ?? response.closed, { timeout: 20_000 }).toBe(true);
  await expect.poll(() => impatientApi().app.unsentResponses.bytes).toBe(0);
  expect(streamed.closed).toBe(false);
});

it('closes a stream of events whose unread bytes exceed the limit of its team; the log keeps them', async () => {
  const requested = once(narrow().app.server, 'request');
  const stream = await sendRequest(
    narrow(),
    events(streaming, '?cursor=1-0'),
    streaming,
    'text/event-stream',
  );
  const [, response] = await requested;
  await expect.poll(() => response.closed, { timeout: 20_000 }).toBe(true);
  await expect.poll(() => narrow().app.openStreams.count).toBe(0);
  stream.destroy();

  const reader = await sendRequest(
    narrow(),
    events(streaming, '?cursor=1-0'),
    streaming,
    'text/event-stream',
  );
  let text = '';
  reader.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  reader.resume();
  await expect.poll(() => text.split('event: task.created').length - 1, { timeout: 20_000 }).toBe(tasks);
});

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { type TestApi, type TestTeam, useApi } from '../harness.ts';
import { toolCall } from '../mcp/support/messages.ts';
import { type HeaderLines, httpRequest } from '../support/wire.ts';

const impatientApi = useApi({ bounds: { unsent: { maxSendMs: 1_000 } } });
/** A limit below the size of any event of the tasks below. */
const narrow = useApi({ bounds: { unsent: { perTeamBytes: 200_000 } } });
const tasks = 30;
const description = '€'.repeat(100_000);

let team: TestTeam;
let streaming: TestTeam;
beforeAll(async () => {
  [team, streaming] = [await impatientApi().createTeam(), await narrow().createTeam()];
  await impatientApi().db.pool.query(
    `insert into tasks (id, team_id, project_id, title, description)
     select 'large' || n, $1, $2, 'Task', $3 from generate_series(1, $4::int) as n`,
    [team.teamId, team.projectId, description, tasks],
  );
  for (let index = 0; index < tasks; index += 1) await narrow().createTask(streaming, { description });
});

const sockets: Socket[] = [];
const readers: NodeJS.Timeout[] = [];
afterEach(() => {
  for (const reader of readers.splice(0)) clearInterval(reader);
  for (const socket of sockets.splice(0)) socket.destroy();
});

async function connectTo(api: TestApi): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(api.url).port) });
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  return socket;
}

/** Sends a request on a new connection and does not read the response. */
async function sendRequest(
  api: TestApi,
  path: string,
  { apiKey }: TestTeam,
  accept = '*/*',
): Promise<Socket> {
  const socket = await connectTo(api);
  socket.pause();
  socket.write(httpRequest('GET', path, { token: apiKey, headers: [['Accept', accept]] }));
  return socket;
}

const events = ({ teamId }: TestTeam, query = '') => `/api/teams/${teamId}/events${query}`;

it('closes a response that a client reads too slowly, but no stream of events', async () => {
  const ofBoards = `/trpc/events.follow?input=${encodeURIComponent(JSON.stringify({ teamId: team.teamId }))}`;
  const followed: ServerResponse[] = [];
  for (const path of [events(team), ofBoards]) {
    const requested = once(impatientApi().app.server, 'request');
    (await sendRequest(impatientApi(), path, team, 'text/event-stream')).resume();
    followed.push((await requested)[1]);
  }
  const requested = once(impatientApi().app.server, 'request');
  // Several responses on one connection exceed the buffers of both ends.
  const socket = await sendRequest(impatientApi(), `/api/teams/${team.teamId}/tasks?limit=100`, team);
  for (let more = 0; more < 4; more += 1) {
    socket.write(httpRequest('GET', `/api/teams/${team.teamId}/tasks?limit=100`, { token: team.apiKey }));
  }
  const [, response] = await requested;
  // This client keeps reading, so it does not stall.
  readers.push(setInterval(() => socket.read(1_000), 20));
  await expect.poll(() => response.socket?.destroyed ?? response.closed).toBe(true);
  await expect.poll(() => impatientApi().app.unsentResponses.bytes).toBe(0);
  expect(followed.map(({ closed, statusCode }) => [closed, statusCode])).toEqual([
    [false, 200],
    [false, 200],
  ]);
});

it('closes messages of MCP that take too long', async () => {
  const { token } = await impatientApi().createAgent(team);
  const requested = once(impatientApi().app.server, 'request');
  const message = toolCall('claim_next_task', { wait: 30, priority: 'high' });
  const body = JSON.stringify({ ...message, params: { ...message.params, _meta: { progressToken: 1 } } });
  const socket = await connectTo(impatientApi());
  let text = '';
  socket.setEncoding('utf8').on('data', (part: string) => {
    text += part;
  });
  const types = ['application/json', 'text/event-stream'];
  const headers: HeaderLines = [
    ['Accept', types.join()],
    ['Content-Type', 'application/json'],
  ];
  socket.write(httpRequest('POST', '/mcp', { token, headers, body }));
  const [, response] = await requested;
  await expect.poll(() => response.closed && socket.closed).toBe(true);
  expect(text).toContain('text/event-stream');
  expect(text).not.toContain('"result"');
});

/**
 * Reads all events of new tasks, as clients do: after the end of a stream, from the last whole event on. A reader that
 * a busy machine holds up may be too slow for the service.
 */
async function countEvents(): Promise<number> {
  let count = 0;
  for (let cursor = '0'; count < tasks; ) {
    const path = events(streaming, `?cursor=${cursor}`);
    const reader = await sendRequest(narrow(), path, streaming, 'text/event-stream');
    let rest = '';
    reader.setEncoding('utf8').on('data', (part: string) => {
      const blocks = (rest + part).split('\n\n');
      rest = blocks.pop() ?? '';
      for (const block of blocks) {
        cursor = /^id: (.+)$/m.exec(block)?.[1] ?? cursor;
        if (/^event: task.created$/m.test(block)) count += 1;
      }
    });
    reader.resume();
    await expect.poll(() => count === tasks || reader.closed).toBe(true);
    reader.destroy();
  }
  return count;
}

it('closes a stream of events whose unread bytes exceed the limit of its team; the log keeps them', async () => {
  const requested = once(narrow().app.server, 'request');
  const stream = await sendRequest(narrow(), events(streaming, '?cursor=0'), streaming, 'text/event-stream');
  const [, response] = await requested;
  await expect.poll(() => response.closed).toBe(true);
  await expect.poll(() => narrow().app.openStreams.count).toBe(0);
  stream.destroy();

  expect(await countEvents()).toBe(tasks);
});

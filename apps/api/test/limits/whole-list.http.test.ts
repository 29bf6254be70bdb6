import { type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Agent } from '@crewboard/contracts';
import { beforeAll, expect, it, vi } from 'vitest';
import { type TestTeam, useApi } from '../harness.ts';

const api = useApi();
const mebibyte = 1024 * 1024;
/** 30 MB of descriptions, as stored before their length was limited. */
const agents = 100;
const description = '€'.repeat(100_000);

let team: TestTeam;
beforeAll(async () => {
  team = await api().createTeam();
  await api().owner.query(
    `insert into agents (id, team_id, name, description, created_at)
     select 'large' || n, $1, 'Agent ' || n, $2, now() + n * interval '1 ms' from generate_series(1, $3::int) as n`,
    [team.teamId, description, agents],
  );
});

/** Requests a list without reading it; returns the response and the server's end of its connection. */
async function openList(): Promise<{ response: IncomingMessage; socket: Socket }> {
  const connected = new Promise<Socket>((resolve) => api().app.server.once('connection', resolve));
  const headers = { Authorization: `Bearer ${team.apiKey}` };
  const url = `${api().url}/api/teams/${team.teamId}/agents`;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { agent: false, headers }, resolve).on('error', reject).end();
  });
  return { response, socket: await connected };
}

it('streams a list of 30 MB completely, at the pace of its client', async () => {
  const { response, socket } = await openList();
  expect(response.statusCode).toBe(200);
  await vi.waitUntil(() => socket.writableLength > 0, { timeout: 60_000 });
  // At most the kernel's buffers and two pages.
  expect(socket.bytesWritten).toBeLessThan(24 * mebibyte);
  // The unread bytes count towards the limit of unread responses.
  await expect.poll(() => api().app.unsentResponses.bytes).toBeGreaterThan(0);
  const items = (await json(response)) as Agent[];
  expect(items.map(({ id }) => id)).toEqual(
    Array.from({ length: agents }, (_, index) => `large${index + 1}`),
  );
  expect(items.every((agent) => agent.description === description)).toBe(true);
});

it('closes the connection instead of ending the list when a later page cannot be read', async () => {
  const { response, socket } = await openList();
  await vi.waitUntil(() => socket.writableLength > 0, { timeout: 60_000 });
  await api().owner.query('alter table agents rename to agents_away');
  try {
    await expect(response.toArray()).rejects.toThrow(/aborted/);
  } finally {
    await api().owner.query('alter table agents_away rename to agents');
  }
});

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { expectProblem, type Reply, type TestTeam, useApi } from '../harness.ts';
import { calls } from '../support/tasks.ts';
import { httpRequest } from '../support/wire.ts';

const taskBytes = 400_000;
const pageBytes = 10 * taskBytes;
// Room for three pages of one team and four of all teams, but not for another task.
const perTeamBytes = 3.05 * pageBytes;
const perProcessBytes = 4.05 * pageBytes;
const api = useApi({ bounds: { unsent: { perTeamBytes, perProcessBytes } } });

let team: TestTeam;
let other: TestTeam;
beforeAll(async () => {
  [team, other] = [await createLargeTeam('Team'), await createLargeTeam('Other')];
});

async function createLargeTeam(name: string): Promise<TestTeam> {
  const created = await api().createTeam(name);
  await api().db.pool.query(
    `insert into tasks (id, team_id, project_id, title, description, result, created_at, updated_at)
     select $1 || n, $1, $2, 'Task ' || n, repeat('d', 100000), repeat(chr(8364), 100000), now(), now()
     from generate_series(1, 12) as n`,
    [created.teamId, created.projectId],
  );
  return created;
}

const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await expect.poll(() => api().app.unsentResponses.bytes).toBe(0);
});

const listPath = ({ teamId }: TestTeam) => `/api/teams/${teamId}/tasks?limit=100`;
const list = (of: TestTeam) => api().request('GET', listPath(of), { token: of.apiKey });

/**
 * Requests much on one connection and does not read it; resolves when the first response begins to come. The buffers of
 * the operating system take up to a page of it, or a part of one: what is left of the limit then has no room for a page,
 * but for a task. So the fourth connection and later ones ask for single tasks.
 */
async function requestUnread(of: TestTeam, index: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port: Number(new URL(api().url).port) });
  socket.on('error', () => undefined);
  sockets.push(socket);
  await once(socket, 'connect');
  const [path, count] = index < 3 ? [listPath(of), 2] : [`/api/tasks/${of.teamId}1`, 30];
  const request = httpRequest('GET', path, { token: of.apiKey });
  socket.write(Buffer.concat(Array.from({ length: count }, () => request)));
  await once(socket, 'readable');
  return socket;
}

/** Requests more and more that nobody reads, until `attempt` is rejected: its response, and the connections. */
async function fill(of: TestTeam, attempt: () => Promise<Reply>) {
  const unread: Socket[] = [];
  for (;;) {
    unread.push(await requestUnread(of, unread.length));
    const reply = await attempt();
    if (reply.status !== 200) return { unread, reply };
  }
}

const title = 'Changed all the same';
const update = (of: TestTeam) => calls(api()).update(of.apiKey, `${of.teamId}1`, { title });

describe('a team whose clients do not read', () => {
  it('gets 429 for a large response above its limit until they are closed, and still gets small ones', async () => {
    const { unread } = await fill(team, () => update(team));
    const { bytes } = api().app.unsentResponses;
    const rejected = await list(team);
    expectProblem(rejected, 429, 'RATE_LIMITED');
    expect(rejected.headers.get('retry-after')).toBe('10');
    expect(rejected.headers.get('x-next-cursor')).toBeNull();
    expect((await api().request('GET', '/api/me', { token: team.apiKey })).status).toBe(200);
    expect((await list(other)).status).toBe(200);
    // These responses are counted until the system has taken them. Each unread connection may have got another small
    // error, for a request that was under way above.
    const small = 1_000 * unread.length;
    await expect.poll(() => api().app.unsentResponses.bytes).toBeLessThanOrEqual(bytes + small);

    for (const socket of unread) socket.destroy();
    await expect.poll(async () => (await list(team)).status).toBe(200);
  });

  it('gets 503 for a large response to a change that was stored', async () => {
    const { reply } = await fill(team, () => update(team));
    const { detail } = expectProblem(reply, 503, 'UNAVAILABLE');
    expect(detail).toContain('may have been made');
    expect(reply.headers.get('retry-after')).toBe('10');
    const { rows } = await api().db.pool.query('select title from tasks where id = $1', [`${team.teamId}1`]);
    expect(rows).toEqual([{ title }]);
  });

  it('gets the same over tRPC', async () => {
    const input = encodeURIComponent(JSON.stringify({ teamId: team.teamId, limit: 100 }));
    const { reply } = await fill(team, () =>
      api().request('GET', `/trpc/tasks.list?input=${input}`, { token: team.apiKey }),
    );
    expect(reply.status).toBe(429);
    expect(reply.headers.get('retry-after')).toBe('10');
    expect(reply.body).toMatchObject({ error: { data: { problem: { code: 'RATE_LIMITED' } } } });
  });
});

it('is limited together with all other teams', async () => {
  await fill(team, () => list(team));
  const { reply } = await fill(other, () => list(other));
  expectProblem(reply, 503, 'UNAVAILABLE');
  expect((await api().request('GET', '/api/me', { token: other.apiKey })).status).toBe(200);
});

import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestApi, type TestTeam } from '../harness.ts';
import { closeStreams, EventStream, openStream, request } from './support/event-stream.ts';
import { signedIn, webToken } from './support/people.ts';

let api: TestApi;
let team: TestTeam;
let isClosed: boolean;
beforeEach(async () => {
  api = await TestApi.start({ bounds: { streams: { perCredential: 100, perTeam: 500, perProcess: 1_000 } } });
  team = await api.createTeam();
  isClosed = false;
});
afterEach(async () => {
  closeStreams();
  // Close connections that a stream left open: closing the app would wait for them and hide the result.
  api.app.server.closeAllConnections();
  if (!isClosed) await api.close();
});

const headers = () => ({ Accept: 'text/event-stream', Authorization: `Bearer ${team.apiKey}` });
const url = (query = '') => `${api.url}/api/teams/${team.teamId}/events${query}`;

/** Waits until the app sends no queries of its own: readers of the log and checks of credentials have ended. */
async function expectNoQueries(): Promise<void> {
  await api.activity.flush();
  let queries = 0;
  api.db.pool.on('acquire', () => {
    queries += 1;
  });
  let before = -1;
  await vi.waitFor(
    () => {
      const seen = queries;
      const isSilent = seen === before;
      before = seen;
      expect(isSilent).toBe(true);
    },
    // Longer than the poll interval of every reader.
    { interval: 1_500, timeout: 60_000 },
  );
}

describe('a disconnected client leaves no listener, query or connection', () => {
  it('after 50 open streams', async () => {
    const streams = await Promise.all(
      Array.from({ length: 50 }, () => openStream(api, team.teamId, { token: team.apiKey })),
    );
    let queries = 0;
    api.db.pool.on('acquire', () => {
      queries += 1;
    });
    await vi.waitFor(() => expect(queries).toBeGreaterThan(2), { timeout: 60_000 });
    for (const stream of streams) stream.close();
    await expectNoQueries();
  });

  it('after stream requests that were aborted at any moment, were HEAD or were rejected', async () => {
    for (let index = 0; index < 200; index += 5)
      await leave(url(index % 2 ? '?cursor=0' : ''), headers(), index);
    const token = await webToken(await signedIn(api, team.teamId, 'member'));
    const input = encodeURIComponent(JSON.stringify({ teamId: team.teamId, lastEventId: '0' }));
    const followHeaders = { Accept: 'text/event-stream', Authorization: `Bearer ${token}` };
    for (let index = 0; index < 100; index += 5)
      await leave(`${api.url}/trpc/events.follow?input=${input}`, followHeaders, 2 * index);
    await (await fetch(url(), { method: 'HEAD', headers: headers() })).text();
    for (const query of ['?cursor=x', '?type=x', '?limit=0']) (await request(url(query), headers())).resume();
    await expectNoQueries();
  });
});

/** Requests a stream and closes the connection after this many turns of the event loop. */
async function leave(target: string, sent: Record<string, string>, turns: number): Promise<void> {
  const call = http.get(target, { agent: false, headers: sent });
  call.on('error', () => undefined);
  call.on('response', (response: IncomingMessage) => response.on('error', () => undefined));
  await once(call, 'socket');
  for (let left = turns; left > 0; left -= 1) await turn();
  call.destroy();
}

/** Closes the app; fails when that takes half as long as the stall timeout of its clients. */
async function expectCloses(): Promise<void> {
  isClosed = true;
  let closed = false;
  const closing = api.close().then(() => {
    closed = true;
  });
  try {
    await vi.waitFor(() => expect(closed).toBe(true), { timeout: 30_000, interval: 20 });
  } finally {
    api.app.server.closeAllConnections();
    closeStreams();
    await Promise.race([closing, vi.waitFor(() => expect(closed).toBe(true), { timeout: 30_000 })]).catch(
      () => undefined,
    );
  }
}

describe('an app that closes', () => {
  it('ends all open streams promptly, with an error that tells clients to reconnect', async () => {
    const who = await signedIn(api, team.teamId, 'owner');
    const input = encodeURIComponent(JSON.stringify({ teamId: team.teamId }));
    const streams = await Promise.all(
      Array.from({ length: 20 }, () => openStream(api, team.teamId, { token: team.apiKey })),
    );
    const dashboard = new EventStream(
      await request(`${api.url}/trpc/events.follow?input=${input}`, {
        Authorization: `Bearer ${await webToken(who)}`,
      }),
    );
    await vi.waitFor(() => expect(dashboard.text).toContain('connected'), { timeout: 60_000 });
    await expectCloses();
    for (const stream of [...streams, dashboard]) expect(stream.end).toBe('by the server');
    for (const stream of streams) expect(stream.problem).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    expect(dashboard.text).toContain('UNAVAILABLE');
  });

  it('closes promptly right after a stream was opened', async () => {
    await openStream(api, team.teamId, { token: team.apiKey });
    await expectCloses();
  });

  it('does not wait for a client that has stopped reading', async () => {
    const description = 'x'.repeat(100_000);
    const response = await request(url('?cursor=0'), headers());
    response.on('error', () => undefined);
    response.pause();
    for (let index = 0; index < 150; index += 1) await api.createTask(team, { description });
    // Another stream has everything, so the stalled one was sent as much as its client accepts.
    const other = await openStream(api, team.teamId, { token: team.apiKey, lastEventId: '0' });
    await vi.waitFor(() => expect(other.ids.length).toBeGreaterThanOrEqual(150), { timeout: 60_000 });
    other.close();
    try {
      await expectCloses();
    } finally {
      response.destroy();
    }
  });
});

it('rejects or ends a stream that is requested while it closes', async () => {
  await openStream(api, team.teamId, { token: team.apiKey });
  const calls = Array.from({ length: 20 }, () => {
    const call = http.get(url(), { agent: false, headers: headers() });
    call.on('error', () => undefined);
    call.on('response', (response: IncomingMessage) => {
      response.on('error', () => undefined);
      response.resume();
    });
    return once(call, 'close').catch(() => undefined);
  });
  await expectCloses();
  await Promise.all(calls);
});

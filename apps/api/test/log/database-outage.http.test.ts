import { Event } from '@crewboard/contracts';
import { openDatabase } from '@crewboard/db';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { expectBody, TestApi, type TestTeam } from '../harness.ts';
import { OwnPostgres } from '../support/own-postgres.ts';
import { eventually } from '../support/webhooks.ts';
import { closeStreams, openStream } from './support/event-stream.ts';
import { settle } from './support/settle.ts';

let postgres: OwnPostgres;
let api: TestApi;
let team: TestTeam;
beforeAll(async () => {
  postgres = await OwnPostgres.start();
  api = await TestApi.serve({ ...openDatabase(postgres.url), url: postgres.url }, { hasTimeouts: true });
  team = await TestApi.withoutTimeouts(postgres.url, (patient) => patient.createTeam());
});
afterEach(closeStreams);
afterAll(async () => {
  postgres?.thaw();
  api?.app.server.closeAllConnections();
  await api?.close();
  await postgres?.remove();
});

/**
 * Opens a stream as a client does that repeats a request whose response is a 503: a busy machine may take longer than
 * the service waits.
 */
const open = (lastEventId: string) =>
  vi.waitFor(() => openStream(api, team.teamId, { token: team.apiKey, lastEventId }), {
    timeout: 60_000,
    interval: 100,
  });

async function log(): Promise<string[]> {
  // The service itself writes: what it counts delays readers.
  await settle(api);
  const path = `/api/teams/${team.teamId}/events?limit=100`;
  const reply = await eventually(
    () => api.request('GET', path, { token: team.apiKey }),
    ({ status }) => status !== 503,
  );
  return expectBody(reply, 200, z.array(Event)).map(({ id }) => id);
}

const isServing = async () => (await api.request('GET', '/readyz')).status === 200;
const expectServing = () => expect.poll(isServing).toBe(true);

it.each<[string, () => Promise<void>, () => Promise<void>]>([
  ['killed and started again', () => postgres.kill(), () => postgres.startAgain()],
  ['frozen and thawed', async () => postgres.freeze(), async () => postgres.thaw()],
])(
  'PostgreSQL is %s: a stream continues or ends with UNAVAILABLE, and a client that resumes misses nothing',
  async (_, interrupt, bringBack) => {
    const start = (await log()).at(-1) ?? '';
    const stream = await open(start);
    await api.createTask(team);
    await vi.waitFor(() => expect(stream.ids).toHaveLength(1), { timeout: 60_000 });
    await interrupt();
    await expect.poll(isServing).toBe(false);
    await vi.waitFor(() => expect(stream.end).toBeDefined(), { timeout: 15_000 }).catch(() => undefined);
    if (stream.end) expect(stream.problem).toMatchObject({ status: 503, code: 'UNAVAILABLE' });
    await bringBack();
    await expectServing();
    // Commit before any client has resumed.
    for (let index = 0; index < 3; index += 1) {
      await expect.poll(() => api.createTask(team)).toMatch(/^c[a-z0-9]{24}$/);
    }
    const resumed = await open(stream.ids.at(-1) ?? start);
    await api.createTask(team);
    const all = await log();
    await resumed.expectId(all.at(-1) ?? '');
    const seen = () => (stream.end ? [...stream.ids, ...resumed.ids] : stream.ids);
    const expected = all.slice(all.indexOf(start) + 1);
    await vi.waitFor(() => expect(seen()).toEqual(expected), { timeout: 60_000 });
  },
);

import type {} from '@crewboard/db/testing';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { waitUntil } from '../webhooks/support/wait.ts';
import type { Attack } from './attack.ts';
import { anonymousStatus } from './attacks/anonymous-status.ts';
import { batchedLists } from './attacks/batched-lists.ts';
import { commentsOnLargeTask } from './attacks/comments-on-large-task.ts';
import { eightWriters } from './attacks/concurrent-writers.ts';
import { inFlightFlood } from './attacks/in-flight-flood.ts';
import { largeBodiesToApi } from './attacks/large-bodies.ts';
import { longDescriptions } from './attacks/long-descriptions.ts';
import { manyStreams } from './attacks/many-streams.ts';
import { oneFastCredential } from './attacks/one-fast-credential.ts';
import { privateWebhooks } from './attacks/private-webhooks.ts';
import { slowBodiesToApi } from './attacks/slow-bodies.ts';
import { unknownTokens } from './attacks/unknown-tokens.ts';
import { HttpClient } from './support/http-client.ts';
import { lockTask } from './support/lock-task.ts';
import { ShortForm } from './support/short-form.ts';
import { sessionToken } from './support/teams.ts';

// The short form of `pnpm faults abuse`: bytes, rows, statuses and counts of work, never times.
const sizes: [Attack, perSecond: number, seconds: number][] = [
  [privateWebhooks, 1, 1],
  [commentsOnLargeTask, 60, 1],
  [batchedLists, 2, 1],
  [longDescriptions, 40, 1.5],
  [eightWriters, 400, 2],
  [slowBodiesToApi, 100, 2],
  [largeBodiesToApi, 2, 1],
  [anonymousStatus, 10, 1],
  [manyStreams, 400, 2],
  [oneFastCredential, 450, 2],
  [unknownTokens, 300, 1],
  [inFlightFlood, 400, 7],
];

let service: ShortForm;
let client: HttpClient;
beforeAll(async () => {
  service = await ShortForm.start('replicas', inject('postgresUrl'));
  client = new HttpClient({
    url: service.teams.target.apiUrl,
    address: service.nextAddress(),
    timeoutMs: 30_000,
  });
});
afterAll(async () => {
  client?.close();
  await service?.close();
});

describe('an attack', () => {
  it.each(sizes.map(([attack, ...size]) => ({ name: attack.name, attack, size })))(
    '$name gets no more than it is allowed',
    async ({ attack, size: [perSecond, seconds] }) => {
      const { broken, ...outcome } = await service.run(attack, { perSecond, seconds });
      expect(broken, JSON.stringify(outcome)).toEqual([]);
    },
  );
});

describe('a page of large tasks', () => {
  it('has at most 4 MiB of texts, and its cursor leads to every task once', async () => {
    const team = await service.teams.createTeam('Large');
    const ids = await service.teams.createLargeTasks(team, 12, { description: 100_000, result: 50_000 });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const query = cursor ? `&cursor=${cursor}` : '';
      const path = `/api/teams/${team.teamId}/tasks?limit=100${query}`;
      const { bytes, text, headers } = await client.send({ path, token: team.apiKey });
      expect(bytes).toBeLessThanOrEqual(4.5 * 1024 * 1024);
      seen.push(...(JSON.parse(text) as { id: string }[]).map(({ id }) => id));
      cursor = headers['x-next-cursor'] as string | undefined;
    } while (cursor);
    expect(seen).toEqual(ids.toReversed());
  });

  it('a column of the board contains neither descriptions nor results', async () => {
    const team = await service.teams.createTeam('Board');
    await service.teams.createLargeTasks(team, 2, { description: 100_000, result: 100_000 });
    const { status, bytes } = await readColumns(team, [{ status: 'done' }]);
    expect(status).toBe(200);
    expect(bytes).toBeLessThan(10_000);
  });
});

describe('a board search', () => {
  it('requires two characters', async () => {
    const team = await service.teams.createTeam('Search');
    expect((await readColumns(team, [{ status: 'todo', search: 'a' }])).status).toBe(400);
    expect((await readColumns(team, [{ status: 'todo', search: 'ab' }])).status).toBe(200);
  });

  it('runs at most ten times per request', async () => {
    const team = await service.teams.createTeam('Search');
    const columns = (count: number) => Array.from({ length: count }, () => ({ status: 'todo' }));
    expect((await readColumns(team, columns(10))).status).toBe(200);
    expect((await readColumns(team, columns(11))).status).toBe(400);
  });
});

describe('requests that wait for one locked row', () => {
  it('occupy at most four connections, and another team is served meanwhile', async () => {
    const { db } = service.teams;
    const team = await service.teams.createTeam('Waiting');
    const other = await service.teams.createTeam('Other');
    const [taskId] = await service.teams.createTasks(team, 1);
    const lock = await lockTask(db, taskId ?? '');
    let isSettled = false;
    const call = {
      method: 'PATCH',
      path: `/api/tasks/${taskId}`,
      token: team.apiKey,
      body: '{"priority":"high"}',
    };
    try {
      const requests = Array.from({ length: 40 }, () => client.send(call));
      void Promise.race(requests).then(() => {
        isSettled = true;
      });
      let [maxWaiting, served] = [0, 0];
      await waitUntil('the first of them ends', async () => {
        maxWaiting = Math.max(maxWaiting, await lock.countWaiting());
        if (!isSettled) served = (await client.send({ path: '/api/me', token: other.apiKey })).status;
        return isSettled;
      });
      await lock.release();
      const statuses = (await Promise.all(requests)).map(({ status }) => status);
      expect(maxWaiting).toBeGreaterThan(0);
      expect(maxWaiting).toBeLessThanOrEqual(4);
      expect(served).toBe(200);
      expect(statuses.filter((status) => ![200, 429, 503].includes(status))).toEqual([]);
    } finally {
      await lock.release();
    }
  });
});

async function readColumns(
  team: { teamId: string; owner: { sessionId: string } },
  columns: { status: string; search?: string }[],
) {
  const { target } = service.teams;
  const inputs = columns.map((column, index) => [index, { teamId: team.teamId, limit: 50, ...column }]);
  const token = await sessionToken(target, team.owner.sessionId, team.teamId);
  const names = columns.map(() => 'board.column').join(',');
  const input = encodeURIComponent(JSON.stringify(Object.fromEntries(inputs)));
  return client.send({ path: `/trpc/${names}?batch=1&input=${input}`, token });
}

import { expect, it } from 'vitest';
import { expectProblem } from '../harness.ts';
import { useLimitedApi } from './support/limited-api.ts';

const limit = 60;
const { api, clock, callers } = useLimitedApi({ rateLimitPerMinute: limit });

const remaining = (headers: Headers) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

it('counts a kept response as one more request for each 16 KiB, and stores nothing over the limit', async () => {
  const { team } = callers;
  const taskId = await api().createTask(team, { description: 'x'.repeat(100_000) });
  const statuses = ['in_progress', 'todo'];
  const move = (key?: string) =>
    api().request('POST', `/api/tasks/${taskId}/move`, {
      token: team.apiKey,
      body: { status: statuses[(key?.length ?? 0) % 2] },
      headers: key ? { 'Idempotency-Key': key } : {},
    });
  const plain = await move();
  const left = remaining(plain.headers);
  expect((await move('a')).status).toBe(200);
  // The request itself, and 6 for 98 KiB.
  expect(remaining((await move()).headers)).toBe(left - 1 - 6 - 1);

  let reply = await move('bb');
  for (let key = 'ccc'; reply.status === 200; key += 'c') reply = await move(key);
  expectProblem(reply, 429, 'RATE_LIMITED');
  const stored = await api().stored();
  expectProblem(await move('not-kept'), 429, 'RATE_LIMITED');
  expect(await api().stored()).toEqual(stored);

  // One request is left again: enough without a key.
  clock.ms += 1_000;
  expect((await move()).status).toBe(200);
  clock.ms += 60_000;
  expect((await move('not-kept')).status).toBe(200);
});

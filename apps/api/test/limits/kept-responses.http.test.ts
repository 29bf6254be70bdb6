import { expect, it } from 'vitest';
import { expectProblem } from '../harness.ts';
import { useLimitedApi } from './support/limited-api.ts';

const limit = 60;
const { api, clock, callers } = useLimitedApi({ rateLimitPerMinute: limit });

const remaining = (headers: Headers) => Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);

it('counts a kept response as one more request for each 16 KiB, for which the next requests wait', async () => {
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

  let kept = 0;
  for (let key = 'bb'; (await move(key)).status === 200; key += 'b') kept += 1;
  // The last one leaves the credential in debt.
  expect(kept).toBe(Math.ceil((left - 1 - 6 - 1) / 7));
  const stored = await api().stored();
  expectProblem(await move('not-kept'), 429, 'RATE_LIMITED');
  expect(await api().stored()).toEqual(stored);

  clock.ms += 60_000;
  expect((await move('not-kept')).status).toBe(200);
});

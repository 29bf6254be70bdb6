import { afterEach, expect, it } from 'vitest';
import { TestApi } from '../harness.ts';

const limit = 60;
const clock = { ms: 0 };
/** Lets the test decide when counts are exchanged. */
const options = {
  rateLimitPerMinute: limit,
  bounds: { now: () => clock.ms, exchangeIntervalMs: 2_000_000_000 },
};

let apis: TestApi[] = [];
afterEach(async () => {
  // The first process owns the database.
  for (const api of apis.toReversed()) await api.close();
  apis = [];
});

async function startReplicas(count: number): Promise<void> {
  const first = await TestApi.start(options);
  apis = [first];
  while (apis.length < count) apis.push(await first.replica(options));
  for (const { app } of apis) await expect.poll(() => app.exchange?.isReady).toBe(true);
}

/** Exchanges the counts of all processes, then advances all clocks by a second. */
async function passSecond(): Promise<void> {
  // Sent last by each process: where it is charged, all counts of that process are.
  const marks = apis.map(({ app }, index) => {
    const mark = `${clock.ms} of ${index}`;
    app.limits.credentials?.spend(mark, 1);
    return mark;
  });
  await Promise.all(apis.map(({ app }) => app.exchange?.exchange()));
  const isCharged = ({ app }: TestApi, mark: string) =>
    (app.limits.credentials?.peek(mark, 0).resetAfterS ?? 0) > 0;
  await expect
    .poll(() => apis.every((api) => marks.every((mark) => isCharged(api, mark))), { interval: 5 })
    .toBe(true);
  clock.ms += 1_000;
}

it('limits a steady caller to at most 1.2 times the limit from three processes together', async () => {
  const replicas = 3;
  await startReplicas(replicas);
  const [first] = apis as [TestApi];
  const team = await first.createTeam();
  let succeeded = 0;
  let turn = 0;
  const seconds = 60;
  for (let second = 0; second < seconds; second += 1) {
    for (let index = 0; index < 6; index += 1) {
      const api = apis[turn % replicas] as TestApi;
      turn += 1;
      const { status } = await api.request('GET', '/api/me', { token: team.apiKey });
      if (status === 200) succeeded += 1;
    }
    await passSecond();
  }
  // A full bucket at the start, plus the refill since.
  const allowed = limit + (limit / 60) * seconds;
  expect(succeeded).toBeGreaterThanOrEqual(0.9 * allowed);
  expect(succeeded).toBeLessThanOrEqual(1.2 * allowed);
});

it('messages between processes contain no token and no secret', async () => {
  await startReplicas(2);
  const [first, second] = apis as [TestApi, TestApi];
  const payloads: string[] = [];
  const listener = await first.db.pool.connect();
  try {
    listener.on('notification', ({ payload = '' }) => payloads.push(payload));
    await listener.query('listen crewboard_counts');
    const team = await first.createTeam();
    await first.request('GET', '/api/me', { token: team.apiKey });
    await second.request('GET', '/api/me', { token: 'cb_team_garbage' });
    for (const { app } of apis) await app.exchange?.exchange();
    await expect.poll(() => payloads.length).toBe(2);
    expect(payloads.toSorted()).toEqual([
      '[["addresses","127.0.0.1",1]]',
      expect.stringMatching(/^\[\["credentials","key:[a-z0-9]+",1\]\]$/),
    ]);
  } finally {
    await listener.query('unlisten *');
    listener.release();
  }
});

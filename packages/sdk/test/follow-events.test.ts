import { expect, it } from 'vitest';
import { createClient } from '../src/index.ts';

const problem = { code: 'UNAVAILABLE', status: 503, title: 'Unavailable', detail: 'The database is away.' };

/** The pauses before the first new connections, where every stream has this content and then ends. */
async function pausesBetween(content: string): Promise<number[]> {
  const ended = new AbortController();
  const delays: number[] = [];
  const client = createClient({
    ...{ url: 'http://127.0.0.1:9', token: 'cb_team_x' },
    fetch: async () => new Response(content, { headers: { 'content-type': 'text/event-stream' } }),
  });
  const onReconnect = ({ delayMs }: { delayMs: number }) => {
    delays.push(delayMs);
    if (delays.length === 3) ended.abort();
  };
  const events = client.events.follow({ teamId: 'team' }, { signal: ended.signal, onReconnect });
  expect(await events.next()).toEqual({ done: true, value: undefined });
  return delays;
}

it('connects again without a longer pause each time, where a proxy ends streams that had no event', async () => {
  const delays = await pausesBetween('retry: 1000\n: ping\n');
  expect(Math.max(...delays)).toBeLessThanOrEqual(250);
});

it('pauses longer each time, where streams end at once with an error of the service', async () => {
  const [first, second, third] = await pausesBetween(
    `retry: 1000\nevent: problem\ndata: ${JSON.stringify(problem)}\n\n`,
  );
  expect(second).toBeGreaterThan(first as number);
  expect(third).toBeGreaterThan(second as number);
});

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startWorker } from './support/worker-log.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** What a worker reports whose claims get these responses one after the other. */
async function reportsAfter(responses: ('paused' | 'no task')[]): Promise<string[]> {
  const left = [...responses];
  let isOver = false;
  const problem = { code: 'PAUSED', status: 409, title: 'Paused', detail: 'The team is paused.' };
  const { worker, events } = startWorker({
    ...{ url: 'http://127.0.0.1:9', token: 'cb_agent_x', handler: async () => undefined },
    async fetch(url, { signal } = {}) {
      if (String(url).endsWith('/api/me')) return Response.json({ teamId: 'team' });
      const next = left.shift();
      if (next === 'paused') return Response.json(problem, { status: 409 });
      if (next === 'no task') return new Response(null, { status: 204 });
      isOver = true;
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    },
  });
  while (!isOver) {
    await vi.advanceTimersByTimeAsync(1_000);
    await new Promise(setImmediate);
  }
  const stopped = worker.stop();
  await vi.advanceTimersByTimeAsync(1_000);
  await stopped;
  return events.map(({ type }) => type);
}

it('reports a pause once', async () => {
  expect(await reportsAfter(['paused', 'paused'])).toEqual(['paused']);
});

it('reports a second pause, also after a claim that got no task', async () => {
  expect(await reportsAfter(['paused', 'no task', 'paused'])).toEqual(['paused', 'paused']);
});

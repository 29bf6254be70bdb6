import { expect, onTestFinished, test, vi } from 'vitest';
import { checkWebhooks } from './webhook-checks.ts';

const env = { ...process.env, DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' };

test('stops waiting for the checks some time after the rest has started, and says that they took too long', async () => {
  const { started, held, blocked } = await checkWebhooks(env, Promise.resolve('all'), 0);
  const tooLong = { problem: 'this machine was too busy to check it in time' };
  expect([started, held, blocked]).toEqual(['all', tooLong, tooLong]);
});

test('gives the checks all the time that the rest takes, and says why one failed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { promise: starting, resolve: end } = Promise.withResolvers<string>();
  const checked = checkWebhooks(env, starting, 1_000);
  // Longer than the checks may take afterwards, while their programs start.
  vi.advanceTimersByTime(60_000);
  end('all');
  const failed = { problem: expect.stringContaining('The admin command `') };
  expect(await checked).toMatchObject({ started: 'all', held: failed, blocked: failed });
});

test('fails with the rest of the start', async () => {
  await expect(checkWebhooks(env, Promise.reject(new Error('no port')))).rejects.toThrow('no port');
});

import { TRPCClientError } from '@trpc/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { waitForLimit } from './wait-for-limit.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const errorWith = (data: object): Error =>
  new TRPCClientError('Rejected', { result: { error: { code: -32_000, message: 'Rejected', data } } });

test('retries after 429, at least 10 s later, so that the pages of the person get requests as well', async () => {
  const call = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(errorWith({ retryAfterSeconds: 1 }))
    .mockRejectedValueOnce(errorWith({ retryAfterSeconds: 30 }))
    .mockResolvedValue('the page');
  const page = waitForLimit(call, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(call).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(call).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(30_000);
  expect(await page).toBe('the page');
});

test('rejects with other errors at once', async () => {
  const { signal } = new AbortController();
  await expect(waitForLimit(() => Promise.reject(errorWith({})), signal)).rejects.toThrow('Rejected');
});

test('calls no more once the person has cancelled the export', async () => {
  const call = vi.fn().mockRejectedValue(errorWith({ retryAfterSeconds: 1 }));
  const controller = new AbortController();
  const page = waitForLimit(call, controller.signal);
  const outcome = expect(page).rejects.toThrow('aborted');
  controller.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  await outcome;
  expect(call).toHaveBeenCalledTimes(1);
});

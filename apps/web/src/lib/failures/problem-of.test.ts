import { TRPCClientError } from '@trpc/client';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../trpc/query-client.ts';
import { toDisplayedProblem } from './problem-of.ts';

const limited = (retryAfterSeconds?: number) =>
  TRPCClientError.from({
    error: {
      message: 'The team has sent 600 requests.',
      code: -32029,
      data: {
        code: 'TOO_MANY_REQUESTS',
        httpStatus: 429,
        retryAfterSeconds,
        problem: { code: 'RATE_LIMITED', status: 429, title: 'Too many requests', detail: 'Slow down.' },
      },
    },
  });

it('states when to retry', () => {
  expect(toDisplayedProblem(limited(12))).toEqual({
    code: 'RATE_LIMITED',
    title: 'Too many requests',
    detail: 'Too many requests. Try again in 12 seconds.',
  });
  expect(toDisplayedProblem(limited(888)).detail).toBe('Too many requests. Try again in 15 minutes.');
  expect(toDisplayedProblem(limited(1)).detail).toBe('Too many requests. Try again in 1 second.');
  expect(toDisplayedProblem(limited()).detail).toBe('Slow down.');
});

afterEach(() => vi.unstubAllGlobals());

it('retries after the time that the API sends, up to 10 seconds, in the browser alone', () => {
  expect(createQueryClient().getDefaultOptions().queries?.retry).toBe(false);
  vi.stubGlobal('window', globalThis);
  const { retry, retryDelay } = createQueryClient().getDefaultOptions().queries as {
    retry(failures: number, error: unknown): boolean;
    retryDelay(failures: number, error: unknown): number;
  };
  expect([retry(0, limited(3)), retryDelay(0, limited(3))]).toEqual([true, 3_000]);
  expect(retry(2, limited(3))).toBe(false);
  expect(retry(0, limited(11))).toBe(false);
  expect([retry(0, new Error('away')), retryDelay(1, new Error('away'))]).toEqual([true, 2_000]);
});

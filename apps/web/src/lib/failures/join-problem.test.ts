import { TRPCClientError } from '@trpc/client';
import { expect, it } from 'vitest';
import { toJoinProblem } from './join-problem.ts';

const problem = { code: 'RATE_LIMITED', status: 429, title: 'Too many requests', detail: 'Slow down.' };

it('says in how many minutes an address with too many wrong links may try again', () => {
  const data = { code: 'TOO_MANY_REQUESTS', httpStatus: 429, retryAfterSeconds: 888, problem };
  const error = TRPCClientError.from({ error: { message: 'Slow down.', code: -32029, data } });
  expect(toJoinProblem(error)).toEqual({
    ...{ code: 'RATE_LIMITED', title: 'Too many requests', errors: [] },
    detail: 'Too many links from your address did not work. Try again in 15 minutes.',
  });
});

import { errorCatalog, type Problem } from '@crewboard/contracts';
import { expect } from 'vitest';
import { z } from 'zod';
import type { Reply, TestApi } from '../harness.ts';

type Call = { token?: string; input?: unknown };

/** Calls one procedure as a tRPC client does: queries by GET, mutations by POST. */
export function callTrpc(
  api: TestApi,
  type: 'query' | 'mutation' | 'subscription',
  name: string,
  call: Call = {},
): Promise<Reply> {
  const { token, input } = call;
  // Without an input the body is empty, and the media type is still JSON.
  const headers = { 'Content-Type': 'application/json' };
  if (type === 'mutation') return api.request('POST', `/trpc/${name}`, { token, headers, body: input });
  const query = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`;
  return api.request('GET', `/trpc/${name}${query}`, { token });
}

/** The result of the procedure; undefined if it returns nothing. */
export function dataOf(reply: Reply): unknown {
  expect(reply.status, reply.text).toBe(200);
  return z.object({ result: z.object({ data: z.unknown().optional() }) }).parse(reply.body).result.data;
}

const Failure = z.object({
  error: z.object({
    message: z.string(),
    data: z.object({
      httpStatus: z.int(),
      problem: z.object({
        code: z.enum(Object.keys(errorCatalog) as [Problem['code'], ...Problem['code'][]]),
        status: z.int(),
        detail: z.string(),
        requestId: z.string(),
        errors: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
      }),
    }),
  }),
});

/** Expects an error of the closed list over tRPC. */
export function expectTrpcProblem(reply: Reply, status: number, code: Problem['code']) {
  const { error } = Failure.parse(reply.body);
  const { problem, httpStatus } = error.data;
  expect({ status: reply.status, code: problem.code }, reply.text).toEqual({ status, code });
  expect(httpStatus).toBe(status);
  expect(problem.status).toBe(status);
  expect(reply.headers.get('x-request-id')).toBe(problem.requestId);
  expect(reply.text).not.toMatch(/"stack"|node_modules|\.ts:\d/);
  return problem;
}

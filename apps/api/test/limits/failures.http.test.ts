import { readTrustProxy } from '@crewboard/client-address';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createToken } from '../../src/auth/tokens.ts';
import { expectProblem } from '../harness.ts';
import { recordQueries, tokenLookUp } from '../support/record-queries.ts';
import { callTrpc, expectTrpcProblem } from '../support/trpc.ts';
import { httpRequest, Wire } from '../support/wire.ts';
import { useLimitedApi } from './support/limited-api.ts';

const {
  api,
  clock,
  callers,
  me: callMe,
} = useLimitedApi({
  rateLimitPerMinute: 600,
  trustProxy: readTrustProxy('true'),
});

const from = (address: string) => ({ 'X-Forwarded-For': address });
const me = (token: string | undefined, address: string) => callMe(token, from(address));

async function fail(count: number, address: string, token?: string): Promise<Record<number, number>> {
  const replies = await Promise.all(Array.from({ length: count }, () => me(token, address)));
  return Object.fromEntries(
    [...Map.groupBy(replies, ({ status }) => status)].map(([status, group]) => [status, group.length]),
  );
}

it.each([
  ['no token', undefined],
  ['garbage', 'garbage'],
  ['an unknown token', createToken('agent').token],
  ['a forged token of the web server', 'eyJhbGciOiJIUzI1NiJ9.eyJzZXNzaW9uIjoieCJ9.AAAA'],
])('an address may fail 120 times a minute: %s', async (_name, token) => {
  expect(await fail(120, '192.0.2.1', token)).toEqual({ 401: 120 });
  const reply = await me(token, '192.0.2.1');
  expectProblem(reply, 429, 'RATE_LIMITED');
  expect(reply.headers.get('retry-after')).toBe('1');
  expect((await me(token, '192.0.2.2')).status).toBe(401);
  clock.ms += 500;
  expect(await fail(2, '192.0.2.1', token)).toEqual({ 401: 1, 429: 1 });
});

it('counts IPv6 addresses by /64, and IPv4 addresses in every spelling alike', async () => {
  await fail(60, '2001:db8:0:1::1');
  await fail(60, '2001:db8:0:1:ffff::2');
  expect((await me(undefined, '2001:db8:0:1:8000::3')).status).toBe(429);
  expect((await me(undefined, '2001:db8:0:2::1')).status).toBe(401);
  await fail(120, '::ffff:192.0.2.9');
  expect((await me(undefined, '192.0.2.9')).status).toBe(429);
});

it('accepts a known credential while other clients at its address fail', async () => {
  await me(callers.agent.token, '192.0.2.3');
  await fail(130, '192.0.2.3', 'garbage');
  expect((await me(callers.agent.token, '192.0.2.3')).status).toBe(200);
  // A credential that this process has not seen waits in the queue.
  const newcomer = await api().createAgent(callers.team, 'New');
  expectProblem(await me(newcomer.token, '192.0.2.3'), 429, 'RATE_LIMITED');
  clock.ms += 500;
  expect((await me(newcomer.token, '192.0.2.3')).status).toBe(200);
  await fail(130, '192.0.2.3', 'garbage');
  expect((await me(newcomer.token, '192.0.2.3')).status).toBe(200);
});

it('counts requests with an ended credential as failures, and then looks it up no more', async () => {
  expect((await me(callers.agent.token, '192.0.2.4')).status).toBe(200);
  await api().request('POST', `/api/agents/${callers.agent.id}/rotate-token`, { token: callers.team.apiKey });
  expect(await fail(120, '192.0.2.4', callers.agent.token)).toEqual({ 401: 120 });
  const queries = await recordQueries(api().db, tokenLookUp, async () => {
    expect(await fail(10, '192.0.2.4', callers.agent.token)).toEqual({ 429: 10 });
  });
  expect(queries).toEqual([]);
});

it('looks no credential up that waited while the address reached its limit', async () => {
  const { token } = createToken('team');
  await fail(119, '192.0.2.5', token);
  // All requests are there before the first lookup, which 16 of them share.
  const requests = 40;
  const arrived = Promise.withResolvers<void>();
  let count = 0;
  const onRequest = () => {
    count += 1;
    if (count === requests) arrived.resolve();
  };
  const { server } = api().app;
  server.on('request', onRequest);
  onTestFinished(() => void server.off('request', onRequest));
  const { lookups } = api().db;
  const send = lookups.query.bind(lookups) as (...args: unknown[]) => Promise<unknown>;
  const lookedUp: unknown[] = [];
  vi.spyOn(lookups, 'query').mockImplementation((async (query: { text: string; values: unknown[][] }) => {
    if (tokenLookUp.test(query.text)) lookedUp.push(...(query.values[0] ?? []));
    await arrived.promise;
    return send(query);
  }) as never);
  expect(await fail(requests, '192.0.2.5', token)).toEqual({ 401: 1, 429: requests - 1 });
  expect(lookedUp).toHaveLength(16);
});

it('responds to POST /trpc without a credential before reading its body, and counts it', async () => {
  const headers: [string, string][] = [
    ['Content-Type', 'application/json'],
    ['Content-Length', '1000000'],
    ['X-Forwarded-For', '192.0.2.6'],
  ];
  const post = async (path: string, token?: string) => {
    const wire = await Wire.open(api().url);
    wire.send(httpRequest('POST', path, { headers, token }));
    const reply = await wire.reply();
    wire.close();
    return reply;
  };
  expectTrpcProblem(await post('/trpc/tasks.create'), 401, 'UNAUTHENTICATED');
  expectTrpcProblem(await post('/trpc/accounts.signIn', 'garbage'), 401, 'UNAUTHENTICATED');
  expectTrpcProblem(await post('/trpc/system.status'), 401, 'UNAUTHENTICATED');
  expectTrpcProblem(await post('/trpc/nothing.here'), 404, 'NOT_FOUND');
  await fail(117, '192.0.2.6');
  expectTrpcProblem(await post('/trpc/tasks.create'), 429, 'RATE_LIMITED');
});

it('does not count public requests', async () => {
  await fail(120, '192.0.2.7');
  for (const path of ['/livez', '/readyz', '/trpc/system.status', '/llms.txt']) {
    expect((await api().request('GET', path, { headers: from('192.0.2.7') })).status, path).toBe(200);
  }
  const anonymous = await callTrpc(api(), 'query', 'system.status');
  expect(anonymous.status).toBe(200);
});

import { signWebToken } from '@crewboard/app-secret';
import type { ErrorCode } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { appSecret, expectProblem, type Reply } from '../harness.ts';
import { signedIn, webToken } from '../log/support/people.ts';
import { connect } from '../mcp/support/connect.ts';
import { recordQueries, tokenLookUp } from '../support/record-queries.ts';
import { callTrpc, expectTrpcProblem } from '../support/trpc.ts';
import { httpRequest, Wire } from '../support/wire.ts';
import { useLimitedApi } from './support/limited-api.ts';

const limit = 20;
const { api, clock, callers, me } = useLimitedApi({ rateLimitPerMinute: limit });

async function statusesOf(count: number, send: () => Promise<Reply>): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  for (let index = 0; index < count; index += 1) {
    const { status } = await send();
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
  return statuses;
}

describe('requests of a credential', () => {
  it('succeed up to the limit, and are 429 RATE_LIMITED with Retry-After beyond it', async () => {
    expect(await statusesOf(limit + 5, () => me(callers.agent.token))).toEqual({ 200: limit, 429: 5 });
    const reply = await me(callers.agent.token);
    expectProblem(reply, 429, 'RATE_LIMITED');
    expect(reply.headers.get('retry-after')).toBe('3');
    clock.ms += 3_000;
    expect(await statusesOf(5, () => me(callers.agent.token))).toEqual({ 200: 1, 429: 4 });
  });

  it('show the remaining requests on every response, errors included', async () => {
    const replies = [
      await me(callers.agent.token),
      await api().request('GET', '/api/tasks/unknown', { token: callers.agent.token }),
      await callTrpc(api(), 'query', 'teams.me', { token: callers.agent.token }),
    ];
    expect(replies.map(({ headers }) => headers.get('ratelimit'))).toEqual([
      '"credential";r=19;t=3',
      '"credential";r=18;t=6',
      '"credential";r=17;t=9',
    ]);
    for (const { headers } of replies) {
      expect(headers.get('ratelimit-policy')).toBe('"credential";q=20;w=60');
    }
    await statusesOf(limit, () => me(callers.agent.token));
    expect((await me(callers.agent.token)).headers.get('ratelimit')).toBe('"credential";r=0;t=60');
  });

  it('are counted separately for each credential', async () => {
    await statusesOf(limit, () => me(callers.agent.token));
    expect((await me(callers.agent.token)).status).toBe(429);
    expect((await me(callers.team.apiKey)).status).toBe(200);
  });

  it('are counted across both transports, with the same response', async () => {
    await statusesOf(limit - 1, () => me(callers.agent.token));
    expect((await callTrpc(api(), 'query', 'teams.me', { token: callers.agent.token })).status).toBe(200);
    const rest = await me(callers.agent.token);
    const trpc = await callTrpc(api(), 'query', 'teams.me', { token: callers.agent.token });
    expectProblem(rest, 429, 'RATE_LIMITED');
    expectTrpcProblem(trpc, 429, 'RATE_LIMITED');
    expect(trpc.body).toMatchObject({ error: { data: { code: 'TOO_MANY_REQUESTS' } } });
    for (const name of ['retry-after', 'ratelimit', 'ratelimit-policy', 'cache-control']) {
      expect(trpc.headers.get(name), name).toBe(rest.headers.get(name));
    }
  });

  it('count HEAD, and each call of a batch', async () => {
    const headers = { Authorization: `Bearer ${callers.agent.token}` };
    const head = await fetch(`${api().url}/api/me`, { method: 'HEAD', headers });
    expect(head.headers.get('ratelimit')).toBe('"credential";r=19;t=3');
    const batch = Array.from({ length: 10 }, () => 'teams.me').join(',');
    const send = () =>
      api().request('GET', `/trpc/${batch}?batch=1&input=%7B%7D`, { token: callers.agent.token });
    const first = await send();
    expect(first.body).toHaveLength(10);
    expect(first.headers.get('ratelimit')).toBe('"credential";r=9;t=33');
    expectTrpcProblem(await send(), 429, 'RATE_LIMITED');
  });

  it('count a plan as one for each 10 of its tasks, on every transport', async () => {
    const { team } = callers;
    const plan = Array.from({ length: 41 }, () => ({ title: 'T', projectId: team.projectId }));
    const leftAfter = ({ headers }: { headers: Headers }) => headers.get('ratelimit')?.split(';')[1];
    const left = async () => leftAfter(await me(team.apiKey));
    const path = `/api/teams/${team.teamId}/tasks/bulk`;
    const send = (tasks: object[]) => api().request('POST', path, { token: team.apiKey, body: { tasks } });
    const planned = await send(plan);
    expect(planned.status).toBe(201);
    expect(leftAfter(planned)).toBe('r=14');
    expect(await left()).toBe('r=13');
    expect((await send(plan.slice(0, 10))).status).toBe(201);
    expect(await left()).toBe('r=11');
    clock.ms += 60_000;
    const input = { teamId: team.teamId, tasks: plan };
    expect(
      (await callTrpc(api(), 'mutation', 'tasks.createMany', { token: team.apiKey, input })).status,
    ).toBe(200);
    expect(await left()).toBe('r=14');
    clock.ms += 60_000;
    const { call, countRequests } = await connect(api(), team.apiKey);
    await call('create_tasks', { tasks: plan });
    expect(await left()).toBe(`r=${limit - countRequests() - 4 - 1}`);
  });

  it('are rejected before the body is read, on both transports', async () => {
    await statusesOf(limit, () => me(callers.team.apiKey));
    const headers: [string, string][] = [
      ['Content-Length', '500000'],
      ['Content-Type', 'application/json'],
    ];
    for (const path of [`/api/teams/${callers.team.teamId}/tasks`, '/trpc/tasks.create']) {
      const wire = await Wire.open(api().url);
      wire.send(httpRequest('POST', path, { token: callers.team.apiKey, headers }));
      expect((await wire.reply()).status).toBe(429);
      wire.close();
    }
  });

  it('cause no query once the limit is reached', async () => {
    await statusesOf(limit, () => me(callers.agent.token));
    const queries = await recordQueries(api().db, tokenLookUp, async () => {
      expect(await statusesOf(30, () => me(callers.agent.token))).toEqual({ 429: 30 });
    });
    expect(queries).toEqual([]);
    const ofAnother = await recordQueries(api().db, tokenLookUp, () => me(callers.team.apiKey));
    expect(ofAnother).toHaveLength(1);
  });
});

describe('calls of the web server', () => {
  it('are counted per person across all sessions', async () => {
    const person = await signedIn(api(), callers.team.teamId, 'member');
    const other = await signedIn(api(), callers.team.teamId, 'member');
    const [token, others] = [await webToken(person), await webToken(other)];
    const readMe = (as: string) => callTrpc(api(), 'query', 'accounts.me', { token: as });
    expect(await statusesOf(limit + 5, () => readMe(token))).toEqual({ 200: limit, 429: 5 });
    expect((await readMe(others)).status).toBe(200);
  });

  it('are unlimited without a session; an ended session does not count for its address', async () => {
    const server = await signWebToken(appSecret, {});
    const status = () => callTrpc(api(), 'query', 'system.status', { token: server });
    expect(await statusesOf(limit + 5, status)).toEqual({ 200: limit + 5 });
    expect((await status()).headers.get('ratelimit')).toBeNull();
    const ended = await webToken({ session: 'ended', team: callers.team.teamId });
    const readMe = () => callTrpc(api(), 'query', 'accounts.me', { token: ended });
    expect(await statusesOf(130, readMe)).toEqual({ 401: 130 });
    expect((await me(callers.agent.token)).status).toBe(200);
    expect((await me(undefined)).status).toBe(401);
  });
});

describe('the order of checks', () => {
  const code = async (reply: Promise<Reply>) => ((await reply).body as { code: ErrorCode }).code;
  /** An agent that lacks the permission for the call. */
  const forbidden = (token: string) =>
    api().request('POST', `/api/teams/${callers.team.teamId}/agents`, { token, body: {} });

  it('checks the address, then the credential, its rate and its permission', async () => {
    expect(await code(forbidden(callers.agent.token))).toBe('TEAM_API_KEY_REQUIRED');
    await statusesOf(limit, () => me(callers.agent.token));
    expect(await code(forbidden(callers.agent.token))).toBe('RATE_LIMITED');
    expect(await code(forbidden('garbage'))).toBe('UNAUTHENTICATED');
    await statusesOf(120, () => me('garbage'));
    expect(await code(forbidden('garbage'))).toBe('RATE_LIMITED');
  });
});

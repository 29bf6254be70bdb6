import type { ErrorCode } from '@crewboard/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem, type Reply, useApi } from '../harness.ts';
import {
  documentedRoutes,
  freshPath,
  isMutation,
  operations,
  routeOf,
  rowOf,
  successOf,
} from './support/routes.ts';
import { exchange, type HeaderLines, httpRequest } from './support/wire.ts';
import { type Crew, crew, type DeadTokens, deadTokens, withWrongChecksum } from './support/world.ts';

const api = useApi();

type Tokens = { home: Crew; foreign: Crew; dead: DeadTokens };
let tokens: Tokens;
beforeAll(async () => {
  const home = await crew(api(), 'Home');
  tokens = { home, foreign: await crew(api(), 'Foreign'), dead: await deadTokens(api(), home.team) };
});

const bearer = (token: string): HeaderLines => [['Authorization', `Bearer ${token}`]];
const basic = (token: string): HeaderLines => [
  ['Authorization', `Basic ${Buffer.from(`${token}:`).toString('base64')}`],
];
const twice = (first: string, second: string): HeaderLines => [...bearer(first), ...bearer(second)];

/** Every one of these is refused with 401 by every operation. */
const badCredentials: Record<string, (t: Tokens) => { headers?: HeaderLines; query?: string }> = {
  'a rotated agent token': ({ dead }) => ({ headers: bearer(dead.rotated) }),
  'the token of a deactivated agent': ({ dead }) => ({ headers: bearer(dead.deactivated) }),
  'a revoked team API key': ({ dead }) => ({ headers: bearer(dead.revoked) }),
  'an expired team API key': ({ dead }) => ({ headers: bearer(dead.expired) }),
  'no credential': () => ({}),
  'an empty Authorization header': () => ({ headers: [['Authorization', '']] }),
  'Bearer without a token': () => ({ headers: [['Authorization', 'Bearer']] }),
  'a token without a scheme': ({ home }) => ({ headers: [['Authorization', home.team.apiKey]] }),
  garbage: () => ({ headers: bearer('let-me-in') }),
  'two tokens in one header': ({ home }) => ({ headers: bearer(`${home.team.apiKey} ${home.agent.token}`) }),
  'a key with a wrong checksum': ({ home }) => ({ headers: bearer(withWrongChecksum(home.team.apiKey)) }),
  'an agent token with a wrong checksum': ({ home }) => ({
    headers: bearer(withWrongChecksum(home.agent.token)),
  }),
  'the prefix of the other kind': ({ home }) => ({
    headers: bearer(home.team.apiKey.replace('cb_team_', 'cb_agent_')),
  }),
  'the Basic scheme with a key': ({ home }) => ({ headers: basic(home.team.apiKey) }),
  'the Basic scheme with an agent token': ({ home }) => ({ headers: basic(home.agent.token) }),
  'the same good key in two Authorization headers': ({ home }) => ({
    headers: twice(home.team.apiKey, home.team.apiKey),
  }),
  'a good key and a good agent token in two Authorization headers': ({ home }) => ({
    headers: twice(home.team.apiKey, home.agent.token),
  }),
  'the key in the query': ({ home }) => ({ query: `token=${home.team.apiKey}` }),
  'the agent token in the query': ({ home }) => ({ query: `access_token=${home.agent.token}` }),
};

const seen: Reply[] = [];

function send(method: string, path: string, headers: HeaderLines = [], body?: unknown): Promise<Reply> {
  const all: HeaderLines = body === undefined ? headers : [...headers, ['Content-Type', 'application/json']];
  const text = body === undefined ? undefined : JSON.stringify(body);
  return exchange(api().url, httpRequest(method, path, { headers: all, body: text })).then((reply) => {
    seen.push(reply);
    return reply;
  });
}

function expectRefusal(reply: Reply, code: ErrorCode): void {
  const status = { UNAUTHENTICATED: 401, NOT_FOUND: 404 }[code as string] ?? 403;
  expectProblem(reply, status, code);
  expect(reply.headers.get('www-authenticate')).toBe(code === 'UNAUTHENTICATED' ? 'Bearer' : null);
}

it('every operation of the app has its row in the table of who may do what, and every row is served', () => {
  expect(operations.map(routeOf).sort()).toEqual([...documentedRoutes].sort());
});

describe.each(operations.map((operation) => ({ operation, name: routeOf(operation) })))(
  '$name',
  ({ operation }) => {
    const row = rowOf(operation);
    const success = successOf(operation);
    const body = () => row.body?.(tokens.home.team);

    it.each(Object.entries(badCredentials))('401 and nothing stored: %s', async (_name, credential) => {
      const path = await freshPath(api(), operation, tokens.home.team);
      const { headers, query } = credential(tokens);
      const before = await api().stored();
      const reply = await send(operation.method, query ? `${path}?${query}` : path, headers, body());
      expectRefusal(reply, 'UNAUTHENTICATED');
      expect(await api().stored()).toEqual(before);
    });

    for (const kind of ['key', 'agent'] as const) {
      const verdict = row[kind];
      const who = kind === 'key' ? 'team API key' : 'agent token';
      const token = (of: Crew) => (kind === 'key' ? of.team.apiKey : of.agent.token);

      it(`${verdict === 'yes' ? success : `403 ${verdict}`}: ${who} of the team`, async () => {
        const path = await freshPath(api(), operation, tokens.home.team);
        const before = await api().stored();
        const reply = await send(operation.method, path, bearer(token(tokens.home)), body());
        if (verdict === 'yes') expect(reply.status, reply.text).toBe(success);
        else expectRefusal(reply, verdict);
        if (verdict !== 'yes' || !isMutation(operation)) expect(await api().stored()).toEqual(before);
      });

      const foreign = verdict === 'yes' ? 'NOT_FOUND' : verdict;
      const isAboutTarget = operation.path.includes('{');
      if (isAboutTarget)
        it(`${foreign} and nothing stored: ${who} of another team`, async () => {
          const path = await freshPath(api(), operation, tokens.home.team);
          const before = await api().stored();
          expectRefusal(await send(operation.method, path, bearer(token(tokens.foreign)), body()), foreign);
          expect(await api().stored()).toEqual(before);
        });
    }
  },
);

it("GET /api/me tells each credential of its own team, never of another's", async () => {
  for (const { team, agent } of [tokens.home, tokens.foreign]) {
    for (const token of [team.apiKey, agent.token]) {
      const reply = await send('GET', '/api/me', bearer(token));
      expect(reply.body).toMatchObject({ teamId: team.teamId, team: { id: team.teamId } });
    }
  }
});

it('no token stands in the body of an error or in a line of the log', () => {
  const secrets = [tokens.home, tokens.foreign].flatMap(({ team, agent }) => [team.apiKey, agent.token]);
  secrets.push(...Object.values(tokens.dead));
  const refusals = seen.filter((reply) => reply.status >= 400);
  expect(refusals.length).toBeGreaterThan(operations.length * Object.keys(badCredentials).length);
  const told = [...refusals.map((reply) => reply.text), ...api().logLines].join('\n');
  for (const secret of secrets) expect(told).not.toContain(secret);
  for (const secret of secrets) expect(told).not.toContain(Buffer.from(`${secret}:`).toString('base64'));
});

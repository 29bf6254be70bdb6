import type { ErrorCode } from '@crewboard/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem, type Reply, useApi } from '../harness.ts';
import { checkEach, checkEachRejected } from '../support/check-each.ts';
import { type Crew, crew, type DeadTokens, deadTokens, tokenOf, withWrongChecksum } from '../support/crew.ts';
import {
  documentedRoutes,
  freshPath,
  isMutation,
  named,
  onePer,
  operations,
  routeOf,
  rowOf,
  successOf,
} from '../support/operations.ts';
import { exchange, type HeaderLines, httpRequest } from '../support/wire.ts';

const api = useApi();

let home: Crew;
let foreign: Crew;
let dead: DeadTokens;
beforeAll(async () => {
  home = await crew(api(), 'Home');
  foreign = await crew(api(), 'Foreign');
  dead = await deadTokens(api(), home.team);
});

const bearer = (token: string): HeaderLines => [['Authorization', `Bearer ${token}`]];
const basic = (token: string): HeaderLines => [
  ['Authorization', `Basic ${Buffer.from(`${token}:`).toString('base64')}`],
];

type Credential = { headers?: HeaderLines; query?: string };

const invalidCredentials = (): Record<string, Credential> => ({
  'no credential': {},
  'a rotated agent token': { headers: bearer(dead.rotated) },
  'the token of a deactivated agent': { headers: bearer(dead.deactivated) },
  'a revoked team API key': { headers: bearer(dead.revoked) },
  'an expired team API key': { headers: bearer(dead.expired) },
  'an empty Authorization header': { headers: [['Authorization', '']] },
  'Bearer without a token': { headers: [['Authorization', 'Bearer']] },
  'a token without a scheme': { headers: [['Authorization', home.team.apiKey]] },
  'a token of no known kind': { headers: bearer('let-me-in') },
  'two tokens in one header': { headers: bearer(`${home.team.apiKey} ${home.agent.token}`) },
  'a key with a wrong checksum': { headers: bearer(withWrongChecksum(home.team.apiKey)) },
  'an agent token with a wrong checksum': { headers: bearer(withWrongChecksum(home.agent.token)) },
  'a key without its last character': { headers: bearer(home.team.apiKey.slice(0, -1)) },
  'a key with the prefix of agents': { headers: bearer(home.team.apiKey.replace('cb_team_', 'cb_agent_')) },
  'an agent token with the prefix of keys': {
    headers: bearer(home.agent.token.replace('cb_agent_', 'cb_team_')),
  },
  'the Basic scheme with a key': { headers: basic(home.team.apiKey) },
  'the Basic scheme with an agent token': { headers: basic(home.agent.token) },
  'the same valid key in two Authorization headers': {
    headers: [...bearer(home.team.apiKey), ...bearer(home.team.apiKey)],
  },
  'a valid key and a valid agent token in two Authorization headers': {
    headers: [...bearer(home.team.apiKey), ...bearer(home.agent.token)],
  },
  'the key in the query': { query: `token=${home.team.apiKey}` },
  'the agent token in the query': { query: `access_token=${home.agent.token}` },
});

const responses: Reply[] = [];

async function send(method: string, path: string, headers: HeaderLines = [], body?: unknown): Promise<Reply> {
  const all: HeaderLines = body === undefined ? headers : [...headers, ['Content-Type', 'application/json']];
  const text = body === undefined ? undefined : JSON.stringify(body);
  const reply = await exchange(api().url, httpRequest(method, path, { headers: all, body: text }));
  responses.push(reply);
  return reply;
}

function expectError(reply: Reply, code: ErrorCode): void {
  const status = { UNAUTHENTICATED: 401, NOT_FOUND: 404 }[code as string] ?? 403;
  expectProblem(reply, status, code);
  expect(reply.headers.get('www-authenticate')).toBe(code === 'UNAUTHENTICATED' ? 'Bearer' : null);
}

it('the access table has one row for each operation of the app', () => {
  expect(operations.map(routeOf).sort()).toEqual([...documentedRoutes].sort());
});

describe.each(named(operations))('$name', ({ operation }) => {
  const row = rowOf(operation);
  const kinds = ['key', 'agent'] as const;
  const sendTo = (path: string, headers: HeaderLines) =>
    send(operation.method, path, headers, row.body?.(home.team));

  it(`responds with ${successOf(operation)} to each kind of credential that may call it`, async () => {
    for (const kind of kinds.filter((one) => row[one] === 'yes')) {
      const path = await freshPath(api(), operation, home.team);
      const before = await api().stored();
      const reply = await sendTo(path, bearer(tokenOf(home, kind)));
      expect(reply.status, `${kind}: ${reply.text}`).toBe(successOf(operation));
      if (!isMutation(operation)) expect(await api().stored()).toEqual(before);
    }
  });

  it('rejects every other credential and changes nothing', async () => {
    const path = await freshPath(api(), operation, home.team);
    const cases: Record<string, [HeaderLines, ErrorCode]> = {
      'no credential': [[], 'UNAUTHENTICATED'],
      'a rotated agent token': [bearer(dead.rotated), 'UNAUTHENTICATED'],
      'a revoked team API key': [bearer(dead.revoked), 'UNAUTHENTICATED'],
    };
    for (const kind of kinds) {
      const verdict = row[kind];
      if (verdict !== 'yes') cases[`the wrong kind: ${kind}`] = [bearer(tokenOf(home, kind)), verdict];
      const foreignCode = verdict === 'yes' ? 'NOT_FOUND' : verdict;
      if (operation.path.includes('{'))
        cases[`${kind} of another team`] = [bearer(tokenOf(foreign, kind)), foreignCode];
    }
    await checkEachRejected(api(), cases, async ([headers, code]) =>
      expectError(await sendTo(path, headers), code),
    );
  });
});

// One operation for each access class, as a query and as a mutation.
const representatives = onePer(operations, (operation) => `${operation.access} ${isMutation(operation)}`);

it.each(named(representatives))('$name rejects each invalid credential with 401', async ({ operation }) => {
  const path = await freshPath(api(), operation, home.team);
  const body = rowOf(operation).body?.(home.team);
  await checkEachRejected(api(), invalidCredentials(), async ({ headers, query }) => {
    const reply = await send(operation.method, query ? `${path}?${query}` : path, headers, body);
    expectError(reply, 'UNAUTHENTICATED');
  });
});

it('GET /api/me shows each credential its own team', async () => {
  const cases = Object.fromEntries(
    [home, foreign].flatMap(({ team, agent }) => [
      [`the key of ${team.teamId}`, { team, token: team.apiKey }],
      [`the agent of ${team.teamId}`, { team, token: agent.token }],
    ]),
  );
  await checkEach(cases, async ({ team, token }) => {
    const reply = await send('GET', '/api/me', bearer(token));
    expect(reply.body).toMatchObject({ teamId: team.teamId, team: { id: team.teamId } });
  });
});

it('no error body and no log line contains a token', () => {
  const secrets = [home, foreign].flatMap(({ team, agent }) => [team.apiKey, agent.token]);
  secrets.push(...Object.values(dead));
  const errors = responses.filter((reply) => reply.status >= 400);
  expect(errors.length).toBeGreaterThan(operations.length * 4);
  const texts = [...errors.map((reply) => reply.text), ...api().logLines].join('\n');
  for (const secret of secrets) expect(texts).not.toContain(secret);
  for (const secret of secrets) expect(texts).not.toContain(Buffer.from(`${secret}:`).toString('base64'));
});

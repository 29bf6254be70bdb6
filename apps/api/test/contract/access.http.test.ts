import type { ErrorCode } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectProblem, type Reply, useApi } from '../harness.ts';
import { checkEach, checkEachRejected } from '../support/check-each.ts';
import { tokenOf, useCrews, withWrongChecksum } from '../support/crew.ts';
import {
  documentedRoutes,
  freshPath,
  isMutation,
  named,
  onePer,
  operations,
  routeOf,
  rowOf,
  successesOf,
} from '../support/operations.ts';
import { exchange, type HeaderLines, httpRequest } from '../support/wire.ts';

const api = useApi();

const crews = useCrews(api);

const bearer = (token: string): HeaderLines => [['Authorization', `Bearer ${token}`]];
const basic = (token: string): HeaderLines => [
  ['Authorization', `Basic ${Buffer.from(`${token}:`).toString('base64')}`],
];

type Credential = { headers?: HeaderLines; query?: string };

const invalidCredentials = (): Record<string, Credential> => ({
  'no credential': {},
  'a rotated agent token': { headers: bearer(crews.dead.rotated) },
  'an expired agent token': { headers: bearer(crews.dead.expiredToken) },
  'the token of a deactivated agent': { headers: bearer(crews.dead.deactivated) },
  'a revoked team API key': { headers: bearer(crews.dead.revoked) },
  'an expired team API key': { headers: bearer(crews.dead.expired) },
  'an empty Authorization header': { headers: [['Authorization', '']] },
  'Bearer without a token': { headers: [['Authorization', 'Bearer']] },
  'a token without a scheme': { headers: [['Authorization', crews.home.team.apiKey]] },
  'a token of no known kind': { headers: bearer('let-me-in') },
  'two tokens in one header': { headers: bearer(`${crews.home.team.apiKey} ${crews.home.agent.token}`) },
  'a key with a wrong checksum': { headers: bearer(withWrongChecksum(crews.home.team.apiKey)) },
  'an agent token with a wrong checksum': { headers: bearer(withWrongChecksum(crews.home.agent.token)) },
  'a key without its last character': { headers: bearer(crews.home.team.apiKey.slice(0, -1)) },
  'a key with the prefix of agents': {
    headers: bearer(crews.home.team.apiKey.replace('cb_team_', 'cb_agent_')),
  },
  'an agent token with the prefix of keys': {
    headers: bearer(crews.home.agent.token.replace('cb_agent_', 'cb_team_')),
  },
  'the Basic scheme with a key': { headers: basic(crews.home.team.apiKey) },
  'the Basic scheme with an agent token': { headers: basic(crews.home.agent.token) },
  'the same valid key in two Authorization headers': {
    headers: [...bearer(crews.home.team.apiKey), ...bearer(crews.home.team.apiKey)],
  },
  'a valid key and a valid agent token in two Authorization headers': {
    headers: [...bearer(crews.home.team.apiKey), ...bearer(crews.home.agent.token)],
  },
  'the key in the query': { query: `token=${crews.home.team.apiKey}` },
  'the agent token in the query': { query: `access_token=${crews.home.agent.token}` },
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
    send(operation.method, path, headers, row.body?.(crews.home.team));

  it(`responds with ${successesOf(operation).join(' or ')} to each kind of credential that may call it`, async () => {
    for (const kind of kinds.filter((one) => row[one] === 'yes')) {
      const path = await freshPath(api(), operation, crews.home.team);
      const before = await api().stored();
      const reply = await sendTo(path, bearer(tokenOf(crews.home, kind)));
      expect(successesOf(operation), `${kind}: ${reply.text}`).toContain(reply.status);
      if (!isMutation(operation)) expect(await api().stored()).toEqual(before);
    }
  });

  it('rejects every other credential and changes nothing', async () => {
    const path = await freshPath(api(), operation, crews.home.team);
    const cases: Record<string, [HeaderLines, ErrorCode]> = {
      'no credential': [[], 'UNAUTHENTICATED'],
      'a rotated agent token': [bearer(crews.dead.rotated), 'UNAUTHENTICATED'],
      'a revoked team API key': [bearer(crews.dead.revoked), 'UNAUTHENTICATED'],
    };
    for (const kind of kinds) {
      const verdict = row[kind];
      if (verdict !== 'yes') cases[`the wrong kind: ${kind}`] = [bearer(tokenOf(crews.home, kind)), verdict];
      const foreignCode = verdict === 'yes' ? 'NOT_FOUND' : verdict;
      if (operation.path.includes('{'))
        cases[`${kind} of another team`] = [bearer(tokenOf(crews.foreign, kind)), foreignCode];
    }
    await checkEachRejected(api(), cases, async ([headers, code]) =>
      expectError(await sendTo(path, headers), code),
    );
  });
});

// One operation for each access class, as a query and as a mutation.
const representatives = onePer(operations, (operation) => `${operation.access} ${isMutation(operation)}`);

it.each(named(representatives))('$name rejects each invalid credential with 401', async ({ operation }) => {
  const path = await freshPath(api(), operation, crews.home.team);
  const body = rowOf(operation).body?.(crews.home.team);
  await checkEachRejected(api(), invalidCredentials(), async ({ headers, query }) => {
    const reply = await send(operation.method, query ? `${path}?${query}` : path, headers, body);
    expectError(reply, 'UNAUTHENTICATED');
  });
});

it('GET /api/me shows each credential its own team', async () => {
  const cases = Object.fromEntries(
    [crews.home, crews.foreign].flatMap(({ team, agent }) => [
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
  const secrets = [crews.home, crews.foreign].flatMap(({ team, agent }) => [team.apiKey, agent.token]);
  secrets.push(...Object.values(crews.dead));
  const errors = responses.filter((reply) => reply.status >= 400);
  expect(errors.length).toBeGreaterThan(operations.length * 4);
  const texts = [...errors.map((reply) => reply.text), ...api().logLines].join('\n');
  for (const secret of secrets) expect(texts).not.toContain(secret);
  for (const secret of secrets) expect(texts).not.toContain(Buffer.from(`${secret}:`).toString('base64'));
});

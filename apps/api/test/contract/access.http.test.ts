import type { ErrorCode, Problem } from '@crewboard/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem, type Reply, useApi } from '../harness.ts';
import { checkEach, checkEachRejected } from '../support/check-each.ts';
import { useCrews, withWrongChecksum } from '../support/crew.ts';
import { type HomeWithCallers, openHomeWithCallers } from '../support/home.ts';
import {
  documentedRoutes,
  freshPath,
  isMutation,
  named,
  type Operation,
  onePer,
  operations,
  parameterOf,
  parametersIn,
  pathWith,
  routeOf,
  rowOf,
  successesOf,
} from '../support/operations.ts';
import { bearerOf } from '../support/people.ts';
import {
  type CallError,
  type Caller,
  callers,
  callersByRights,
  errorElsewhereOf,
  errorOf,
  expectCallError,
} from '../support/who-may-call.ts';
import { exchange, type HeaderLines, httpRequest } from '../support/wire.ts';
import { withoutRequest } from '../support/without-request.ts';
import { unknownId } from '../support/world.ts';

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

it('the table of the routes has one row for each operation of the app', () => {
  expect(operations.map(routeOf).sort()).toEqual([...documentedRoutes].sort());
});

/** The callers and their team. */
let home: HomeWithCallers;
/** The ids of another team and of its things, which no response to the callers contains. */
let foreignIds: string[];
beforeAll(async () => {
  home = await openHomeWithCallers(api());
  const paths = await Promise.all(operations.map((operation) => foreignPath(operation)));
  const ids = operations.flatMap((operation, index) =>
    Object.values(parametersIn(operation, paths[index] ?? '')),
  );
  foreignIds = [...new Set(ids), crews.foreign.agent.id, crews.foreign.team.projectId];
});

const ownPath = (operation: Operation) => freshPath(api(), operation, home.home.team);
const foreignPath = (operation: Operation) => freshPath(api(), operation, crews.foreign.team);

async function sendAs(caller: Caller, operation: Operation, path: string): Promise<Reply> {
  const token = await bearerOf(home.credentials[caller]);
  const body = rowOf(operation).body?.(home.home.team);
  const reply = await api().request(operation.method, path, { token, body });
  responses.push(reply);
  return reply;
}

function expectRejected(reply: Reply, expected: CallError | undefined): void {
  expectCallError({ status: reply.status, problem: reply.body as Problem }, expected);
  if (expected) expectError(reply, expected.code);
}

describe.each(named(operations))('$name', ({ operation }) => {
  const permitted = callers.filter((caller) => !errorOf(operation.id, caller));
  const rejected = callers.filter((caller) => errorOf(operation.id, caller));
  const casesOf = (list: Caller[]) => Object.fromEntries(list.map((caller) => [caller, caller]));

  it(`responds with ${successesOf(operation).join(' or ')} to each permitted caller, with nothing of another team`, async () => {
    const sendFrom = async (caller: Caller, path: string) => {
      const reply = await sendAs(caller, operation, path);
      // The task is held by the other one of the two agents.
      if (rowOf(operation).needsHolder && caller === 'other agent')
        return void expectProblem(reply, 409, 'NOT_CLAIM_HOLDER');
      expect(successesOf(operation), reply.text).toContain(reply.status);
      for (const id of foreignIds) expect(reply.text).not.toContain(id);
    };
    if (isMutation(operation))
      return checkEach(casesOf(permitted), async (caller) => sendFrom(caller, await ownPath(operation)));
    const path = await ownPath(operation);
    const before = await api().stored();
    await checkEach(casesOf(permitted), (caller) => sendFrom(caller, path), 8);
    expect(await api().stored()).toEqual(before);
  });

  it('rejects every other caller with the error of the table, and stores nothing', async () => {
    const path = await ownPath(operation);
    const body = rowOf(operation).body?.(home.home.team);
    const expectRevoked = (token: string) => async () =>
      expectError(await send(operation.method, path, bearer(token), body), 'UNAUTHENTICATED');
    const checks = rejected.map((caller): [string, () => Promise<void>] => [
      caller,
      async () => expectRejected(await sendAs(caller, operation, path), errorOf(operation.id, caller)),
    ]);
    const cases = {
      ...Object.fromEntries(checks),
      'a rotated agent token': expectRevoked(crews.dead.rotated),
      'a revoked key': expectRevoked(crews.dead.revoked),
    };
    await checkEachRejected(api(), cases, (check) => check());
  });

  if (!parameterOf(operation)) return;

  it("responds to another team's ids exactly as to ids that never existed, and stores nothing", async () => {
    const path = await foreignPath(operation);
    const own = parametersIn(operation, await ownPath(operation));
    const foreign = parametersIn(operation, path);
    const id = Object.values(foreign).at(-1) ?? '';
    const pairs = [[path, pathWith(operation, unknownId)]];
    // Something of another team under a parent of the own team.
    if (Object.keys(own).length > 1)
      pairs.push([pathWith(operation, id, own), pathWith(operation, unknownId, own)]);
    const ids = [...Object.values(foreign), unknownId];
    await checkEachRejected(api(), casesOf(callersByRights), async (caller) => {
      for (const [theirPath = '', unknownPath = ''] of pairs) {
        const reply = await sendAs(caller, operation, theirPath);
        const unknown = await sendAs(caller, operation, unknownPath);
        expect(withoutRequest(reply, ids)).toEqual(withoutRequest(unknown, ids));
        expectRejected(reply, errorElsewhereOf(operation.id, caller));
      }
    });
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
  secrets.push(...Object.values(home.credentials).filter((one) => typeof one === 'string'));
  const errors = responses.filter((reply) => reply.status >= 400);
  expect(errors.length).toBeGreaterThan(operations.length * 4);
  const texts = [...errors.map((reply) => reply.text), ...api().logLines].join('\n');
  for (const secret of secrets) expect(texts).not.toContain(secret);
  for (const secret of secrets) expect(texts).not.toContain(Buffer.from(`${secret}:`).toString('base64'));
});

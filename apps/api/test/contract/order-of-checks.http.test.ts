import type { ErrorCode } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectProblem, useApi } from '../harness.ts';
import { checkEach, checkEachRejected } from '../support/check-each.ts';
import { tokenOf, useCrews } from '../support/crew.ts';
import {
  freshPath,
  isMutation,
  kindFor,
  named,
  type Operation,
  onePer,
  operations,
  parameterOf,
  pathWith,
  routeOf,
} from '../support/operations.ts';
import { errorOf } from '../support/who-may-call.ts';
import { exchange, type HeaderLines, httpRequest, Wire } from '../support/wire.ts';
import { unknownId } from '../support/world.ts';

const api = useApi();

const crews = useCrews(api);

const json: HeaderLines = [['Content-Type', 'application/json']];
const plain: HeaderLines = [['Content-Type', 'text/plain']];
const brokenJson = '{"name": ';
const tooLarge = `${brokenJson}"${'x'.repeat(1024 * 1024)}`;

type Invalid = { token?: string; headers?: HeaderLines; body?: string };

/** Bodies that are invalid in each way, in the order of the checks. */
const invalidBodies: Record<string, Invalid> = {
  'a media type': { headers: plain, body: 'text' },
  'a size': { headers: json, body: tooLarge },
  'broken JSON': { headers: json, body: brokenJson },
  'an unknown field': { headers: json, body: '{"unknownField":1}' },
};

/** For bodies of 1 MiB beside another error. Each operation that changes something gets one on its own. */
const representatives = onePer(operations.filter(isMutation), ({ access }) => access);

/** Sends a request with two errors; expects `code` and no stored change. */
async function expectFirst(code: ErrorCode, status: number, method: string, path: string, invalid: Invalid) {
  const before = await api().stored();
  const reply = await exchange(api().url, httpRequest(method, path, invalid));
  expectProblem(reply, status, code);
  expect(await api().stored()).toEqual(before);
}

type Case = { code: ErrorCode; status: number; method?: string; path: string } & Invalid;

/** Requests to the operation with several errors, by the check that must come first. */
async function casesOf(operation: Operation): Promise<Record<string, Case>> {
  const path = await freshPath(api(), operation, crews.home.team);
  const foreignPath = await freshPath(api(), operation, crews.foreign.team);
  const otherPaths = {
    foreign: foreignPath,
    unknown: pathWith(operation, unknownId),
    malformed: pathWith(operation, 'a%20b'),
  };
  const token = tokenOf(crews.home, kindFor(operation));
  const mutates = isMutation(operation);
  const inTeam = parameterOf(operation) === 'teamId';
  const cases: Record<string, Case> = {};
  const add = (name: string, request: Case) => {
    cases[name] = request;
  };
  const addBodies = (name: string, request: Case) => {
    if (!mutates) return;
    const { 'a size': _, ...small } = invalidBodies;
    const bodies = representatives.includes(operation) ? invalidBodies : small;
    for (const [fault, body] of Object.entries(bodies))
      add(`${name} before ${fault}`, { ...request, ...body });
  };

  const notAllowed: Case = { code: 'METHOD_NOT_ALLOWED', status: 405, method: 'PUT', path };
  add('405 before 401 and 415', { ...notAllowed, headers: plain, body: brokenJson });
  if (representatives.includes(operation))
    add('405 before 401 and 413', { ...notAllowed, headers: json, body: tooLarge });

  const unauthenticated: Case = { code: 'UNAUTHENTICATED', status: 401, path };
  add('401 before 404', { ...unauthenticated, path: otherPaths.unknown });
  add('401 before the query', { ...unauthenticated, path: `${path}?limit=unknownField` });
  addBodies('401', unauthenticated);

  const wrongKind = kindFor(operation) === 'key' ? 'agent' : 'key';
  const kindError = errorOf(operation.id, wrongKind);
  if (kindError) {
    const expired = wrongKind === 'agent' ? crews.dead.rotated : crews.dead.revoked;
    add('401 before 403', { ...unauthenticated, token: expired });
    const { code, status } = kindError;
    const forbidden: Case = { code, status, path, token: tokenOf(crews.home, wrongKind) };
    for (const [name, other] of Object.entries(otherPaths))
      add(`403 before 404: ${name}`, { ...forbidden, path: other });
    add('403 before the query', { ...forbidden, path: `${path}?limit=unknownField` });
    addBodies('403', forbidden);
  }

  if (inTeam) {
    const notFound: Case = { code: 'NOT_FOUND', status: 404, path: foreignPath, token };
    add('404 of the team before the query', { ...notFound, path: `${foreignPath}?limit=unknownField` });
    addBodies('404 of the team', notFound);
  }

  if (mutates) {
    const unsupported: Case = { code: 'UNSUPPORTED_MEDIA_TYPE', status: 415, path, token, headers: plain };
    add('415 before 413', { ...unsupported, body: tooLarge });
    add('415 before broken JSON', { ...unsupported, body: brokenJson });
    add('415 of a body without a type', { ...unsupported, headers: [], body: '{}' });
    add('413 before broken JSON', {
      code: 'PAYLOAD_TOO_LARGE',
      status: 413,
      path,
      token,
      headers: json,
      body: tooLarge,
    });
    add('broken JSON before the schema', {
      code: 'MALFORMED_JSON',
      status: 400,
      path: `${path}?unknownField=1`,
      token,
      headers: json,
      body: brokenJson,
    });
    if (!inTeam) {
      add('415 before 404', { ...unsupported, path: otherPaths.unknown, body: '{}' });
      for (const [name, other] of Object.entries(otherPaths))
        add(`the schema before 404: ${name}`, {
          code: 'VALIDATION_ERROR',
          status: 400,
          path: other,
          token,
          headers: json,
          body: '{"unknownField":1}',
        });
    }
  }
  return cases;
}

it.each(named(operations))(
  '$name checks method, credential, kind, team, body, schema and target in this order, and stores nothing',
  async ({ operation }) => {
    await checkEachRejected(
      api(),
      await casesOf(operation),
      async ({ code, status, method, path, ...invalid }) => {
        const reply = await exchange(api().url, httpRequest(method ?? operation.method, path, invalid));
        expectProblem(reply, status, code);
      },
    );
  },
);

it('responds to an unknown route with 404 before 401, 405, 413, 415 and invalid JSON', async () => {
  await expectFirst('NOT_FOUND', 404, 'GET', '/api/nothing', {});
  await expectFirst('NOT_FOUND', 404, 'DELETE', '/api/nothing', {});
  for (const body of Object.values(invalidBodies))
    await expectFirst('NOT_FOUND', 404, 'POST', '/api/tasks', body);
});

it('responds with 401 before the body is sent', async () => {
  const framings: Record<string, HeaderLines> = {
    'a Content-Length of 500,000': [['Content-Length', '500000']],
    'a Content-Length of 10 GB': [['Content-Length', '10000000000']],
    'chunks without an end': [['Transfer-Encoding', 'chunked']],
    'Expect: 100-continue': [
      ['Content-Length', '500000'],
      ['Expect', '100-continue'],
    ],
  };
  for (const operation of operations.filter(isMutation)) {
    const path = await freshPath(api(), operation, crews.home.team);
    await checkEach(framings, async (framing) => {
      const wire = await Wire.open(api().url);
      try {
        wire.send(httpRequest(operation.method, path, { headers: [...framing, ...json] }));
        const reply = await wire.reply();
        expectProblem(reply, 401, 'UNAUTHENTICATED');
      } catch (error) {
        throw new Error(`${routeOf(operation)}: ${(error as Error).message}`);
      } finally {
        wire.close();
      }
    });
  }
});

describe('checks the target, then the field, then the state after the schema', () => {
  const patch = (
    taskId: string,
    token: string,
    fields: Record<string, unknown>,
  ): [string, string, Invalid] => [
    'PATCH',
    `/api/tasks/${taskId}`,
    { token, headers: json, body: JSON.stringify(fields) },
  ];

  it('the schema before the 403 of a field', async () => {
    const taskId = await api().createTask(crews.home.team);
    const fields = { assignedAgentId: null, title: '' };
    await expectFirst('VALIDATION_ERROR', 400, ...patch(taskId, crews.home.agent.token, fields));
  });

  it('the 404 of the target before the 403 of a field', async () => {
    const fields = { assignedAgentId: crews.home.agent.id };
    for (const taskId of [unknownId, await api().createTask(crews.foreign.team)]) {
      await expectFirst('NOT_FOUND', 404, ...patch(taskId, crews.home.agent.token, fields));
    }
  });

  it('the 403 of a field before the 409 of a done or cancelled task', async () => {
    for (const status of ['done', 'cancelled']) {
      const taskId = await api().createTask(crews.home.team);
      await api().request('POST', `/api/tasks/${taskId}/move`, {
        token: crews.home.team.apiKey,
        body: { status },
      });
      const fields = { assignedAgentId: crews.home.agent.id };
      await expectFirst('FORBIDDEN', 403, ...patch(taskId, crews.home.agent.token, fields));
      const stateCode = status === 'done' ? 'TASK_ALREADY_COMPLETED' : 'TASK_CANCELLED';
      await expectFirst(stateCode, 409, ...patch(taskId, crews.home.team.apiKey, fields));
    }
  });

  it('the schema before the state: a claimed task is not claimed with an unknown field', async () => {
    const taskId = await api().createTask(crews.home.team);
    const { token } = crews.home.agent;
    await api().request('POST', `/api/tasks/${taskId}/claim`, { token });
    const path = `/api/tasks/${taskId}/claim`;
    await expectFirst('TASK_ALREADY_CLAIMED', 409, 'POST', path, { token });
    const invalid = { token, headers: json, body: '{"unknownField":1}' };
    await expectFirst('VALIDATION_ERROR', 400, 'POST', path, invalid);
  });
});

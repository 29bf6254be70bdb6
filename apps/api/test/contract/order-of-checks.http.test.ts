import type { ErrorCode } from '@crewboard/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem, useApi } from '../harness.ts';
import {
  freshPath,
  isMutation,
  kindFor,
  type Operation,
  operations,
  parameterOf,
  pathWith,
  routeOf,
  rowOf,
} from './support/routes.ts';
import { exchange, type HeaderLines, httpRequest, Wire } from './support/wire.ts';
import { type Crew, crew, type DeadTokens, deadTokens, tokenOf, unknownId } from './support/world.ts';

const api = useApi();

let home: Crew;
let foreign: Crew;
let dead: DeadTokens;
beforeAll(async () => {
  home = await crew(api(), 'Home');
  foreign = await crew(api(), 'Foreign');
  dead = await deadTokens(api(), home.team);
});

const json: HeaderLines = [['Content-Type', 'application/json']];
const plain: HeaderLines = [['Content-Type', 'text/plain']];
const brokenJson = '{"name": ';
const tooLarge = `${brokenJson}"${'x'.repeat(1024 * 1024)}`;

type Wrong = { token?: string; headers?: HeaderLines; body?: string };

/** Sends a request that is wrong in two ways; the refusal must be `code`, and nothing may be stored. */
async function expectFirst(code: ErrorCode, status: number, method: string, path: string, wrong: Wrong) {
  const before = await api().stored();
  const reply = await exchange(api().url, httpRequest(method, path, wrong));
  expectProblem(reply, status, code);
  expect(await api().stored()).toEqual(before);
  return reply;
}

const named = (list: Operation[]) => list.map((operation) => ({ operation, name: routeOf(operation) }));
const mutations = operations.filter(isMutation);
const inTeam = operations.filter((operation) => parameterOf(operation) === 'teamId');
const oneKindOnly = operations.filter((operation) => Object.values(rowOf(operation)).some(isKindRefusal));
const withBody = mutations.filter((operation) => rowOf(operation).body);

function isKindRefusal(verdict: unknown): boolean {
  return verdict === 'AGENT_TOKEN_REQUIRED' || verdict === 'TEAM_API_KEY_REQUIRED';
}

/** The credential that the operation does not take, and what it hears. */
function wrongKind(operation: Operation, of: Crew): { token: string; code: ErrorCode } {
  const { key, agent } = rowOf(operation);
  const token = tokenOf(of, key === 'yes' ? 'agent' : 'key');
  return { token, code: (key === 'yes' ? agent : key) as ErrorCode };
}

describe('the route is looked at first', () => {
  it('404 before 401, 415 and broken JSON: an unknown route', async () => {
    await expectFirst('NOT_FOUND', 404, 'GET', '/api/nothing', {});
    await expectFirst('NOT_FOUND', 404, 'POST', '/api/tasks', { headers: plain, body: 'text' });
    await expectFirst('NOT_FOUND', 404, 'POST', '/api/tasks', { headers: json, body: brokenJson });
  });

  it('404 before 413: an unknown route', () =>
    expectFirst('NOT_FOUND', 404, 'POST', '/api/tasks', { headers: json, body: tooLarge }));

  it('404 before 405: an unknown route with a method that no route takes', () =>
    expectFirst('NOT_FOUND', 404, 'DELETE', '/api/nothing', {}));

  it.each(named(operations))('405 before 401, 415 and broken JSON: $name', async ({ operation }) => {
    const path = await freshPath(api(), operation, home.team);
    for (const headers of [plain, json]) {
      const wrong = { headers, body: brokenJson };
      const reply = await expectFirst('METHOD_NOT_ALLOWED', 405, 'PUT', path, wrong);
      expect(reply.headers.get('allow')).toContain(operation.method);
    }
  });

  it.each(named(operations))('405 before 413: $name', async ({ operation }) => {
    const path = await freshPath(api(), operation, home.team);
    await expectFirst('METHOD_NOT_ALLOWED', 405, 'PUT', path, { headers: json, body: tooLarge });
  });
});

describe('then the credential', () => {
  it.each(named(oneKindOnly))('401 before the 403 of its kind: $name', async ({ operation }) => {
    const path = await freshPath(api(), operation, home.team);
    const token = rowOf(operation).key === 'yes' ? dead.rotated : dead.revoked;
    await expectFirst('UNAUTHENTICATED', 401, operation.method, path, { token });
  });

  it.each(named(operations))('401 before the 404 of a team or target: $name', async ({ operation }) => {
    await expectFirst('UNAUTHENTICATED', 401, operation.method, pathWith(operation, unknownId), {});
  });

  it.each(named(mutations))('401 before 415, 413 and broken JSON: $name', async ({ operation }) => {
    const path = await freshPath(api(), operation, home.team);
    for (const headers of [plain, json]) {
      for (const body of [brokenJson, tooLarge]) {
        await expectFirst('UNAUTHENTICATED', 401, operation.method, path, { headers, body });
      }
    }
  });

  it.each(named(operations))('401 before a 400 of the query: $name', async ({ operation }) => {
    const path = await freshPath(api(), operation, home.team);
    await expectFirst('UNAUTHENTICATED', 401, operation.method, `${path}?limit=nonsense`, {});
  });

  const unsent: Record<string, HeaderLines> = {
    'a Content-Length of 500,000': [['Content-Length', '500000']],
    'a Content-Length of 10 GB': [['Content-Length', '10000000000']],
    'chunks without an end': [['Transfer-Encoding', 'chunked']],
    'Expect: 100-continue': [
      ['Content-Length', '500000'],
      ['Expect', '100-continue'],
    ],
  };
  it.each(Object.entries(unsent))(
    '401 is answered before the body is read: %s, never sent',
    async (_name, framing) => {
      for (const operation of mutations) {
        const path = await freshPath(api(), operation, home.team);
        const wire = await Wire.open(api().url);
        try {
          wire.send(httpRequest(operation.method, path, { headers: [...framing, ...json] }));
          expectProblem(await wire.reply({ within: 2_000 }), 401, 'UNAUTHENTICATED');
        } finally {
          wire.close();
        }
      }
    },
  );
});

describe('then its kind, before anything tells whether the target exists', () => {
  it.each(named(oneKindOnly))('403 before the 404 of a team or target: $name', async ({ operation }) => {
    const { token, code } = wrongKind(operation, home);
    const foreignPath = await freshPath(api(), operation, foreign.team);
    for (const path of [foreignPath, pathWith(operation, unknownId), pathWith(operation, 'a b')]) {
      await expectFirst(code, 403, operation.method, encodeURI(path), { token });
    }
  });

  it.each(named(oneKindOnly.filter(isMutation)))(
    '403 before 415, 413, broken JSON and the schema: $name',
    async ({ operation }) => {
      const { token, code } = wrongKind(operation, home);
      const path = await freshPath(api(), operation, home.team);
      const { method } = operation;
      await expectFirst(code, 403, method, path, { token, headers: plain, body: 'text' });
      await expectFirst(code, 403, method, path, { token, headers: json, body: tooLarge });
      await expectFirst(code, 403, method, path, { token, headers: json, body: brokenJson });
      await expectFirst(code, 403, method, path, { token, headers: json, body: '{"nonsense":1}' });
    },
  );
});

describe('then the team in the path', () => {
  const teamMutations = inTeam.filter(isMutation);

  it.each(named(teamMutations))(
    '404 before 415, 413, broken JSON and the schema: $name',
    async ({ operation }) => {
      const token = tokenOf(home, kindFor(operation));
      const path = pathWith(operation, foreign.team.teamId);
      const { method } = operation;
      await expectFirst('NOT_FOUND', 404, method, path, { token, headers: plain, body: 'text' });
      await expectFirst('NOT_FOUND', 404, method, path, { token, headers: json, body: tooLarge });
      await expectFirst('NOT_FOUND', 404, method, path, { token, headers: json, body: brokenJson });
      await expectFirst('NOT_FOUND', 404, method, path, { token, headers: json, body: '{"nonsense":1}' });
    },
  );

  it.each(named(inTeam))('404 before a 400 of the query: $name', async ({ operation }) => {
    const token = tokenOf(home, kindFor(operation));
    const path = `${pathWith(operation, foreign.team.teamId)}?limit=nonsense`;
    await expectFirst('NOT_FOUND', 404, operation.method, path, { token });
  });
});

describe.each(named(mutations))('then the body: $name', ({ operation }) => {
  const send = async (code: ErrorCode, status: number, wrong: Wrong, query = '') => {
    const token = tokenOf(home, kindFor(operation));
    const path = await freshPath(api(), operation, home.team);
    await expectFirst(code, status, operation.method, `${path}${query}`, { token, ...wrong });
  };

  it('415 before 413', () => send('UNSUPPORTED_MEDIA_TYPE', 415, { headers: plain, body: tooLarge }));

  it('415 before broken JSON', () =>
    send('UNSUPPORTED_MEDIA_TYPE', 415, { headers: plain, body: brokenJson }));

  it('413 before broken JSON', () => send('PAYLOAD_TOO_LARGE', 413, { headers: json, body: tooLarge }));

  it('broken JSON before the schema', () =>
    send('MALFORMED_JSON', 400, { headers: json, body: brokenJson }, '?nonsense=1'));

  const isAboutTarget = parameterOf(operation) !== 'teamId';
  if (isAboutTarget)
    it('the schema before the 404 of the target', async () => {
      const token = tokenOf(home, kindFor(operation));
      const foreignPath = await freshPath(api(), operation, foreign.team);
      for (const path of [foreignPath, pathWith(operation, unknownId), pathWith(operation, 'a%20b')]) {
        await expectFirst('VALIDATION_ERROR', 400, operation.method, path, {
          token,
          headers: json,
          body: '{"nonsense":1}',
        });
      }
    });
});

describe('then the verb: the target, the field, the state', () => {
  const patch = (taskId: string, token: string, fields: Record<string, unknown>): [string, string, Wrong] => [
    'PATCH',
    `/api/tasks/${taskId}`,
    { token, headers: json, body: JSON.stringify(fields) },
  ];

  it('the schema before the 403 of a field', async () => {
    const taskId = await api().createTask(home.team);
    const fields = { assignedAgentId: null, title: '' };
    await expectFirst('VALIDATION_ERROR', 400, ...patch(taskId, home.agent.token, fields));
  });

  it('the 404 of the target before the 403 of a field', async () => {
    const fields = { assignedAgentId: home.agent.id };
    for (const taskId of [unknownId, await api().createTask(foreign.team)]) {
      await expectFirst('NOT_FOUND', 404, ...patch(taskId, home.agent.token, fields));
    }
  });

  it('the 403 of a field before the 409 of a done or cancelled task', async () => {
    for (const status of ['done', 'cancelled']) {
      const taskId = await api().createTask(home.team);
      await api().request('POST', `/api/tasks/${taskId}/move`, { token: home.team.apiKey, body: { status } });
      const fields = { assignedAgentId: home.agent.id };
      await expectFirst('FORBIDDEN', 403, ...patch(taskId, home.agent.token, fields));
      const stateCode = status === 'done' ? 'TASK_ALREADY_COMPLETED' : 'TASK_CANCELLED';
      await expectFirst(stateCode, 409, ...patch(taskId, home.team.apiKey, fields));
    }
  });

  it.each(named(withBody))('415 before everything that the verb decides: $name', async ({ operation }) => {
    if (parameterOf(operation) === 'teamId') return;
    const token = tokenOf(home, kindFor(operation));
    const wrong = { token, headers: plain, body: '{}' };
    await expectFirst('UNSUPPORTED_MEDIA_TYPE', 415, operation.method, pathWith(operation, unknownId), wrong);
  });

  it('the schema before the state: a claimed task is not claimed with an unknown field', async () => {
    const taskId = await api().createTask(home.team);
    const { token } = home.agent;
    await api().request('POST', `/api/tasks/${taskId}/claim`, { token });
    const path = `/api/tasks/${taskId}/claim`;
    await expectFirst('TASK_ALREADY_CLAIMED', 409, 'POST', path, { token });
    const wrong = { token, headers: json, body: '{"nonsense":1}' };
    await expectFirst('VALIDATION_ERROR', 400, 'POST', path, wrong);
  });
});

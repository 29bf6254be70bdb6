import { describe, expect, it } from 'vitest';
import { expectProblem, useApi } from '../harness.ts';
import { checkEach, checkEachRejected } from '../support/check-each.ts';
import { type Crew, tokenOf, useCrews } from '../support/crew.ts';
import {
  freshPath,
  isMutation,
  kindFor,
  named,
  type Operation,
  onePer,
  operations,
  parameterOf,
  rowOf,
} from '../support/operations.ts';
import { exchange, httpRequest } from '../support/wire.ts';
import { invalidBodies, sampleOfInvalidBodies } from './support/invalid-bodies.ts';

const api = useApi();

const crews = useCrews(api);

const mutations = operations.filter(isMutation);

it('names only the first 100 unknown fields', async () => {
  const { teamId, projectId, apiKey } = crews.home.team;
  const names = Array.from({ length: 9_000 }, (_, index) => `unknown${index}`);
  const body = { title: 'A task', projectId, ...Object.fromEntries(names.map((name) => [name, 1])) };
  const reply = await api().request('POST', `/api/teams/${teamId}/tasks`, { token: apiKey, body });
  const { errors } = expectProblem(reply, 400, 'VALIDATION_ERROR');
  expect(errors?.map(({ path }) => path)).toEqual(names.slice(0, 100));
});

/** A valid body of the operation, and a request with any body. */
function prepare(operation: Operation) {
  const good = rowOf(operation).body?.(crews.home.team) ?? {};
  const token = tokenOf(crews.home, kindFor(operation));
  const send = (path: string, rawBody: Uint8Array<ArrayBuffer> | string) =>
    api().request(operation.method, path, {
      token,
      headers: { 'Content-Type': 'application/json' },
      rawBody,
    });
  return { good, send };
}

type Bodies = ReturnType<typeof invalidBodies>;

async function expectInvalidBodies(operation: Operation, choose: typeof invalidBodies): Promise<void> {
  const { good, send } = prepare(operation);
  const path = await freshPath(api(), operation, crews.home.team);
  const { fields, flags } = rowOf(operation);
  const bodies = choose({ good, fields, flags, pathParameter: parameterOf(operation) });
  const cases: Record<string, Bodies[number]> = Object.fromEntries(bodies.map((body) => [body.name, body]));
  await checkEachRejected(api(), cases, async ({ bytes, code, path: field }) => {
    const problem = expectProblem(await send(path, bytes), 400, code);
    if (code === 'VALIDATION_ERROR') expect(problem.errors?.length).toBeGreaterThan(0);
    if (field) expect(problem.errors).toContainEqual({ path: field, message: expect.any(String) });
  });
}

describe.each(named(mutations))('$name', ({ operation }) => {
  it('rejects bodies that are not JSON, not an object, or have unknown fields or wrong types', () =>
    expectInvalidBodies(operation, sampleOfInvalidBodies));

  it('rejects query parameters, missing fields and an empty required body', async () => {
    const { good, send } = prepare(operation);
    const path = await freshPath(api(), operation, crews.home.team);
    const cases: Record<string, { path: string; body: string; names?: string }> = {
      'an unknown parameter': { path: `${path}?nonsense=1`, body: JSON.stringify(good), names: 'nonsense' },
    };
    for (const field of Object.keys(good))
      cases[`${field} in the query`] = {
        path: `${path}?${field}=1`,
        body: JSON.stringify(good),
        names: field,
      };
    if (rowOf(operation).needsBody) {
      for (const body of ['', '{}']) cases[`the body "${body}"`] = { path, body };
      for (const field of Object.keys(good))
        cases[`no ${field}`] = { path, body: JSON.stringify({ ...good, [field]: undefined }) };
    }
    await checkEachRejected(api(), cases, async ({ path: target, body, names }) => {
      const problem = expectProblem(await send(target, body), 400, 'VALIDATION_ERROR');
      if (names) expect(problem.errors).toContainEqual({ path: names, message: expect.any(String) });
    });
  });
});

// One operation with a required body, one with an optional body, one without a body.
const representatives = onePer(mutations, (operation) => {
  const { body, needsBody } = rowOf(operation);
  return `${body !== undefined} ${needsBody}`;
});

describe.each(named(representatives))('in full: $name', ({ operation }) => {
  it('rejects every invalid body with its code', () => expectInvalidBodies(operation, invalidBodies));

  it('rejects a prototype key in the query', async () => {
    const { good, send } = prepare(operation);
    const path = await freshPath(api(), operation, crews.home.team);
    for (const name of ['limit', 'title', 'status', '__proto__', 'constructor']) {
      const reply = await send(`${path}?${name}=todo`, JSON.stringify(good));
      const problem = expectProblem(reply, 400, 'VALIDATION_ERROR');
      expect(problem.errors).toContainEqual({ path: name, message: expect.any(String) });
    }
  });

  it('rejects a duplicate field', async () => {
    const { good, send } = prepare(operation);
    const path = await freshPath(api(), operation, crews.home.team);
    const before = await api().stored();
    for (const [field, value] of Object.entries(good)) {
      const rest = JSON.stringify({ ...good, [field]: undefined }).slice(1, -1);
      for (const [first, last] of [
        [JSON.stringify(value), '{"a":1}'],
        ['"first"', JSON.stringify(value)],
      ]) {
        const text = `{${[rest, `"${field}":${first}`, `"${field}":${last}`].filter(Boolean).join(',')}}`;
        expectProblem(await send(path, text), 400, 'VALIDATION_ERROR');
      }
    }
    expect(await api().stored()).toEqual(before);
  });
});

describe('enum values', () => {
  const sets: [string, string, string, (team: Crew) => Record<string, unknown>][] = [
    [
      'POST',
      '/api/teams/{teamId}/tasks',
      'priority',
      ({ team }) => ({ title: 'A', projectId: team.projectId }),
    ],
    ['PATCH', '/api/tasks/{taskId}', 'priority', () => ({})],
    ['POST', '/api/tasks/{taskId}/move', 'status', () => ({})],
    ['PATCH', '/api/agents/{agentId}', 'status', () => ({})],
  ];
  const words = [
    'TODO',
    'Todo',
    'High',
    'INACTIVE',
    ' todo',
    'high ',
    'in-progress',
    'inprogress',
    'canceled',
    '',
  ];

  it.each(sets)('are rejected in any other spelling (%s %s, %s)', async (method, template, field, rest) => {
    const operation = operations.find((one) => one.method === method && one.path === template);
    if (!operation) throw new Error(`There is no ${method} ${template}`);
    const path = await freshPath(api(), operation, crews.home.team);
    const before = await api().stored();
    for (const word of [...words, 'toString', '__proto__', 0, 1, true, ['todo'], {}]) {
      const body = { ...rest(crews.home), [field]: word };
      const reply = await api().request(method, path, { token: crews.home.team.apiKey, body });
      const problem = expectProblem(reply, 400, 'VALIDATION_ERROR');
      expect(problem.errors).toContainEqual({ path: field, message: expect.any(String) });
    }
    expect(await api().stored()).toEqual(before);
  });
});

it.each(named(operations.filter((operation) => !isMutation(operation))))(
  '$name rejects unknown parameters and that of its path, and names them',
  async ({ operation }) => {
    const path = await freshPath(api(), operation, crews.home.team);
    const names = ['nonsense', 'Limit', 'token', '__proto__', parameterOf(operation) ?? 'teamId'];
    const cases = Object.fromEntries(names.map((name) => [name, name]));
    await checkEachRejected(api(), cases, async (name) => {
      const reply = await api().request('GET', `${path}?${name}=1`, { token: crews.home.team.apiKey });
      const problem = expectProblem(reply, 400, 'VALIDATION_ERROR');
      expect(problem.errors?.map((error) => error.path)).toContain(name);
    });
  },
);

describe('the query of list tasks', () => {
  const get = (query: string) => {
    const path = `/api/teams/${crews.home.team.teamId}/tasks?${query}`;
    return exchange(api().url, httpRequest('GET', path, { token: crews.home.team.apiKey }));
  };

  const limits = [
    '',
    '0',
    '-1',
    '101',
    '1000',
    '1.5',
    '1.0',
    '10.',
    '.5',
    '0x10',
    '0b1',
    '1e1',
    '1E1',
    'Infinity',
    'NaN',
  ];
  const odd = [
    '%205',
    '5%20',
    '+5',
    '%2B5',
    '"5"',
    '%225%22',
    '5,5',
    '5;',
    '%D9%A5',
    '%EF%BC%95',
    '1_0',
    '5%00',
    '%',
    '%zz',
  ];
  const huge = ['9007199254740993', '9'.repeat(400), 'true', 'null', 'undefined', '[5]', '%7B%7D'];
  it('rejects every invalid limit, and names its range', async () => {
    const values = [...limits, ...odd, ...huge].map((value) => [`limit=${value}`, value]);
    await checkEach(Object.fromEntries(values), async (value) => {
      const problem = expectProblem(await get(`limit=${value}`), 400, 'VALIDATION_ERROR');
      expect(problem.errors?.map((error) => error.path)).toEqual(['limit']);
      expect(problem.errors?.[0]?.message).toMatch(/\b1\b.*\b100\b/);
    });
  });

  it.each(['limit', 'status', 'projectId', 'agentId', 'cursor'])(
    '%s given twice is rejected',
    async (name) => {
      const value = { limit: '5', status: 'todo' }[name] ?? crews.home.agent.id;
      for (const query of [
        `${name}=${value}&${name}=${value}`,
        `${name}[]=${value}`,
        `${name}[a]=${value}`,
      ]) {
        const problem = expectProblem(await get(query), 400, 'VALIDATION_ERROR');
        expect(problem.errors?.[0]?.path).toContain(name);
      }
    },
  );

  it.each(['TODO', 'Todo', ' todo', 'todo ', 'in-progress', 'canceled', '', 'todo,done', 'null', '%00'])(
    'status=%s is rejected, and the values are named',
    async (value) => {
      const problem = expectProblem(
        await get(`status=${value.replaceAll(' ', '%20')}`),
        400,
        'VALIDATION_ERROR',
      );
      expect(problem.errors).toEqual([
        { path: 'status', message: expect.stringMatching(/todo.*in_progress.*done.*cancelled/) },
      ]);
    },
  );

  it.each(['projectId', 'agentId'])(
    'rejects %s with a NUL; an unknown one gives an empty list',
    async (name) => {
      expectProblem(await get(`${name}=a%00b`), 400, 'VALIDATION_ERROR');
      for (const value of [
        'unknown',
        crews.foreign.agent.id,
        crews.foreign.team.projectId,
        '%zz',
        '%F0%9F%A6%8A',
        '..%2F',
        `'--`,
      ]) {
        expect((await get(`${name}=${value}`)).body, value).toEqual([]);
      }
    },
  );

  it('rejects a cursor that is not a task of the team', async () => {
    const theirs = await api().createTask(crews.foreign.team);
    const ids = [
      theirs,
      crews.home.agent.id,
      crews.home.team.projectId,
      crews.home.team.teamId,
      'unknown',
      '0',
      '-1',
      '%zz',
      '%',
    ];
    const odd = ['..', '%2F', '%F0%9F%A6%8A', `'or'1'='1`, 'x'.repeat(7_000), '__proto__', '1%20'];
    for (const cursor of [...ids, ...odd])
      expectProblem(await get(`cursor=${cursor}`), 400, 'INVALID_CURSOR');
  });

  it('rejects an empty cursor', async () => {
    expectProblem(await get('cursor='), 400, 'INVALID_CURSOR');
  });

  it('rejects a cursor that PostgreSQL cannot store', async () => {
    const reply = await get('cursor=a%00b');
    expect(reply.status).toBe(400);
    expect((reply.body as { code: string }).code).toMatch(/^(VALIDATION_ERROR|INVALID_CURSOR)$/);
  });
});

it('logs no error for invalid input', () => {
  expect(api().logLines.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual([]);
});

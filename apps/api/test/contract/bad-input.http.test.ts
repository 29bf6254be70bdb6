import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem, useApi } from '../harness.ts';
import { badBodies } from './support/bad-bodies.ts';
import { freshPath, isMutation, kindFor, operations, parameterOf, routeOf, rowOf } from './support/routes.ts';
import { exchange, httpRequest } from './support/wire.ts';
import { type Crew, crew, tokenOf } from './support/world.ts';

const api = useApi();

let home: Crew;
let foreign: Crew;
beforeAll(async () => {
  home = await crew(api(), 'Home');
  foreign = await crew(api(), 'Foreign');
});

const named = (list: typeof operations) => list.map((operation) => ({ operation, name: routeOf(operation) }));
const mutations = operations.filter(isMutation);

/** Every family is sent; what went wrong is told together, by the names of its members. */
async function collect(send: () => Promise<void>, name: string, wrong: string[]): Promise<void> {
  await send().catch((error: Error) => wrong.push(`${name}: ${error.message}`));
}

it('of very many unknown fields the first 100 are named', async () => {
  const { teamId, projectId, apiKey } = home.team;
  const names = Array.from({ length: 9_000 }, (_, index) => `unknown${index}`);
  const body = { title: 'A task', projectId, ...Object.fromEntries(names.map((name) => [name, 1])) };
  const reply = await api().request('POST', `/api/teams/${teamId}/tasks`, { token: apiKey, body });
  const { errors } = expectProblem(reply, 400, 'VALIDATION_ERROR');
  expect(errors?.map(({ path }) => path)).toEqual(names.slice(0, 100));
});

describe.each(named(mutations))('$name', ({ operation }) => {
  const good = () => rowOf(operation).body?.(home.team) ?? {};
  const token = () => tokenOf(home, kindFor(operation));
  const post = (path: string, rawBody: Uint8Array<ArrayBuffer> | string) => {
    const headers = { 'Content-Type': 'application/json' };
    return api().request(operation.method, path, { token: token(), headers, rawBody });
  };

  it('refuses every bad body with the right code and stores nothing', async () => {
    const path = await freshPath(api(), operation, home.team);
    const before = await api().stored();
    const wrong: string[] = [];
    const { fields = [] } = rowOf(operation);
    const bodies = badBodies({ good: good(), fields, pathParameter: parameterOf(operation) });
    for (const bad of bodies) {
      await collect(
        async () => {
          const problem = expectProblem(await post(path, bad.bytes), 400, bad.code);
          if (bad.code === 'VALIDATION_ERROR') expect(problem.errors?.length).toBeGreaterThan(0);
          if (bad.path)
            expect(problem.errors).toContainEqual({ path: bad.path, message: expect.any(String) });
        },
        bad.name,
        wrong,
      );
    }
    expect(wrong.join('\n')).toBe('');
    expect(await api().stored()).toEqual(before);
  });

  if (rowOf(operation).needsBody)
    it('refuses an empty body, an empty object and each missing field', async () => {
      const path = await freshPath(api(), operation, home.team);
      const before = await api().stored();
      for (const body of ['', '{}']) expectProblem(await post(path, body), 400, 'VALIDATION_ERROR');
      for (const field of Object.keys(good())) {
        const rest = { ...good(), [field]: undefined };
        expectProblem(await post(path, JSON.stringify(rest)), 400, 'VALIDATION_ERROR');
      }
      expect(await api().stored()).toEqual(before);
    });

  it('refuses parameters in the query, naming them', async () => {
    const path = await freshPath(api(), operation, home.team);
    const before = await api().stored();
    for (const name of ['limit', 'nonsense', 'title', 'name', 'status', '__proto__', 'constructor']) {
      const reply = await post(`${path}?${name}=todo`, JSON.stringify(good()));
      const problem = expectProblem(reply, 400, 'VALIDATION_ERROR');
      expect(problem.errors).toContainEqual({ path: name, message: expect.any(String) });
    }
    expect(await api().stored()).toEqual(before);
  });

  it('takes a field that is given twice for what it was last, or refuses it, whole', async () => {
    const fields = Object.entries(good());
    const path = await freshPath(api(), operation, home.team);
    for (const [field, value] of fields) {
      const rest = JSON.stringify({ ...good(), [field]: undefined }).slice(1, -1);
      const text = (first: string, last: string) =>
        `{${[rest, `"${field}":${first}`, `"${field}":${last}`].filter(Boolean).join(',')}}`;
      const before = await api().stored();
      expectProblem(await post(path, text(JSON.stringify(value), '{"a":1}')), 400, 'VALIDATION_ERROR');
      expect(await api().stored()).toEqual(before);
      const reply = await post(path, text('"first"', JSON.stringify(value)));
      if (reply.status >= 400) expectProblem(reply, 400, 'VALIDATION_ERROR');
      else expect(reply.body).toMatchObject({ [field]: value });
    }
  });
});

describe('words of a closed set', () => {
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

  it.each(sets)('are refused in any other spelling: %s %s, %s', async (method, template, field, rest) => {
    const operation = operations.find((one) => one.method === method && one.path === template);
    if (!operation) throw new Error(`There is no ${method} ${template}`);
    const path = await freshPath(api(), operation, home.team);
    const before = await api().stored();
    for (const word of [...words, 'toString', '__proto__', 0, 1, true, ['todo'], {}]) {
      const body = { ...rest(home), [field]: word };
      const reply = await api().request(method, path, { token: home.team.apiKey, body });
      const problem = expectProblem(reply, 400, 'VALIDATION_ERROR');
      expect(problem.errors).toContainEqual({ path: field, message: expect.any(String) });
    }
    expect(await api().stored()).toEqual(before);
  });
});

describe.each(named(operations.filter((operation) => !isMutation(operation))))('$name', ({ operation }) => {
  it('refuses unknown parameters, naming them', async () => {
    const path = await freshPath(api(), operation, home.team);
    for (const name of [
      'nonsense',
      'Limit',
      'token',
      'page',
      '__proto__',
      'constructor',
      'prototype',
      'toString',
    ]) {
      const reply = await api().request('GET', `${path}?${name}=1`, { token: home.team.apiKey });
      const problem = expectProblem(reply, 400, 'VALIDATION_ERROR');
      expect(problem.errors).toContainEqual({ path: name, message: expect.any(String) });
    }
  });

  if (parameterOf(operation))
    it('refuses in the query what stands in the path', async () => {
      const path = await freshPath(api(), operation, home.team);
      const id = path.split('/')[3];
      const reply = await api().request('GET', `${path}?${parameterOf(operation)}=${id}`, {
        token: home.team.apiKey,
      });
      expectProblem(reply, 400, 'VALIDATION_ERROR');
    });
});

describe('the query of list tasks', () => {
  const get = (query: string) => {
    const path = `/api/teams/${home.team.teamId}/tasks?${query}`;
    return exchange(api().url, httpRequest('GET', path, { token: home.team.apiKey }));
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
  it.each([...limits, ...odd, ...huge])('limit=%s is refused, and the bounds are named', async (value) => {
    const problem = expectProblem(await get(`limit=${value}`), 400, 'VALIDATION_ERROR');
    expect(problem.errors?.map((error) => error.path)).toEqual(['limit']);
    expect(problem.errors?.[0]?.message).toMatch(/\b1\b.*\b100\b/);
  });

  it.each(['limit', 'status', 'projectId', 'agentId', 'cursor'])(
    '%s given twice is refused',
    async (name) => {
      const value = { limit: '5', status: 'todo' }[name] ?? home.agent.id;
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
    'status=%s is refused, and the words are named',
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
    '%s with a NUL is refused; an unknown one gives an empty list',
    async (name) => {
      expectProblem(await get(`${name}=a%00b`), 400, 'VALIDATION_ERROR');
      for (const value of [
        'unknown',
        foreign.agent.id,
        foreign.team.projectId,
        '%zz',
        '%F0%9F%A6%8A',
        '..%2F',
        `'--`,
      ]) {
        expect((await get(`${name}=${value}`)).body, value).toEqual([]);
      }
    },
  );

  it('a cursor that is no task of the team is refused', async () => {
    const theirs = await api().createTask(foreign.team);
    const ids = [
      theirs,
      home.agent.id,
      home.team.projectId,
      home.team.teamId,
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

  it('an empty cursor is no task of the team either', async () => {
    expectProblem(await get('cursor='), 400, 'INVALID_CURSOR');
  });

  it('a cursor that could not be stored is refused', async () => {
    const reply = await get('cursor=a%00b');
    expect(reply.status).toBe(400);
    expect((reply.body as { code: string }).code).toMatch(/^(VALIDATION_ERROR|INVALID_CURSOR)$/);
  });
});

it('no bad input is told as an error in the log', () => {
  expect(api().logLines.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual([]);
});

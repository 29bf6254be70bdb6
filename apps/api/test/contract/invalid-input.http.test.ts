import { describe, expect, it } from 'vitest';
import { expectProblem, useApi } from '../harness.ts';
import { checkEachRejected } from '../support/check-each.ts';
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

it('names the beginning of an unknown field, so that the error is smaller than the body', async () => {
  const { apiKey, teamId } = crews.home.team;
  const body = { ['\u0001'.repeat(100_000)]: 1, ['🦊'.repeat(50_000)]: 1 };
  const reply = await api().request('POST', `/api/teams/${teamId}/tasks`, { token: apiKey, body });
  const { errors } = expectProblem(reply, 400, 'VALIDATION_ERROR');
  expect(errors).toContainEqual({
    path: `${'🦊'.repeat(100)}…`,
    message: 'is not a field of this operation',
  });
  expect(reply.text.length).toBeLessThan(8 * 1_024);
});

it.each([
  { path: 'tasks', message: 'is changed with POST /api/tasks/{taskId}/move, not here' },
  { path: 'agents', message: 'is not a field of this operation' },
])('says of the status of new $path: $message', async ({ path, message }) => {
  const { apiKey, teamId } = crews.home.team;
  const body = { title: 'A task', name: 'An agent', status: 'done' };
  const reply = await api().request('POST', `/api/teams/${teamId}/${path}`, { token: apiKey, body });
  const { errors } = expectProblem(reply, 400, 'VALIDATION_ERROR');
  expect(errors).toContainEqual({ path: 'status', message });
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
  const { fields, numbers, flags, lists } = rowOf(operation);
  const bodies = choose({ good, fields, numbers, flags, lists, pathParameter: parameterOf(operation) });
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
      'an unknown parameter': {
        path: `${path}?unknownField=1`,
        body: JSON.stringify(good),
        names: 'unknownField',
      },
    };
    for (const field of Object.keys(good))
      cases[`${field} in the query`] = {
        path: `${path}?${field}=1`,
        body: JSON.stringify(good),
        names: field,
      };
    if (rowOf(operation).needsBody) {
      for (const body of ['', '{}']) cases[`the body "${body}"`] = { path, body };
      const { optional = [] } = rowOf(operation);
      for (const field of Object.keys(good).filter((name) => !optional.includes(name)))
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
    const names = ['unknownField', 'Limit', 'token', '__proto__', parameterOf(operation) ?? 'teamId'];
    const cases = Object.fromEntries(names.map((name) => [name, name]));
    await checkEachRejected(api(), cases, async (name) => {
      const reply = await api().request('GET', `${path}?${name}=1`, { token: crews.home.team.apiKey });
      const problem = expectProblem(reply, 400, 'VALIDATION_ERROR');
      expect(problem.errors?.map((error) => error.path)).toContain(name);
    });
  },
);

it('logs no error for invalid input', () => {
  expect(api().logLines.filter((line) => (JSON.parse(line) as { level: number }).level >= 50)).toEqual([]);
});

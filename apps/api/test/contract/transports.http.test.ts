import { errorCatalog, mcpTools, type Problem, ServiceStatus, type Webhook } from '@crewboard/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectProblem, type Reply, TestApi, useApi } from '../harness.ts';
import { settle } from '../log/support/settle.ts';
import { post, toolCall } from '../mcp/support/messages.ts';
import { crew, tokenOf, useCrews } from '../support/crew.ts';
import {
  accepts,
  effectivePath,
  freshPath,
  isMutation,
  kindFor,
  named,
  type Operation,
  operations,
  parametersIn,
  rowOf,
} from '../support/operations.ts';
import { callTrpc, dataOf, expectTrpcProblem } from '../support/trpc.ts';
import { webhookSnapshot } from '../support/webhooks.ts';
import { unknownId } from '../support/world.ts';

const api = useApi();
const crews = useCrews(api);
beforeAll(async () => {
  await api().createTask(crews.home.team, { title: 'The first' });
});

type Shown = {
  id: string;
  token?: string;
  secret?: string;
  instructions?: string | null;
  taskCount?: number;
};
type Input = Record<string, unknown>;

function operationOf(id: string): Operation {
  const operation = operations.find((one) => one.id === id);
  if (!operation) throw new Error(`No operation ${id}`);
  return operation;
}

type Transport = {
  send(id: string, token: string | undefined, input: Input, on?: TestApi): Promise<Reply>;
  /** Expects an error of the closed list. */
  expectError(reply: Reply, code: Problem['code']): Pick<Problem, 'errors'>;
};

const transports: Record<'REST' | 'tRPC' | 'MCP', Transport> = {
  REST: {
    send(id, token, { ...fields }, on = api()) {
      const { method, path: template } = operationOf(id);
      const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
        const value = String(fields[name]);
        delete fields[name];
        return encodeURIComponent(value);
      });
      if (method !== 'GET') return on.request(method, path, { token, body: fields });
      return on.request(method, `${path}?${new URLSearchParams(fields as Record<string, string>)}`, {
        token,
      });
    },
    expectError: (reply, code) => expectProblem(reply, errorCatalog[code].status, code),
  },
  tRPC: {
    send: (id, token, input, on = api()) =>
      callTrpc(on, isMutation(operationOf(id)) ? 'mutation' : 'query', id, { token, input }),
    expectError: (reply, code) => expectTrpcProblem(reply, errorCatalog[code].status, code),
  },
  MCP: {
    send(id, token, input, on = api()) {
      const name = operationOf(id).operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return post(on, { token, body: toolCall(name, input) });
    },
    expectError({ status, text }, code) {
      const { error, result } = JSON.parse(text.replace(/^event: message\ndata: /, ''));
      if (error) {
        expect([status, error.message.split(':')[0]]).toEqual([errorCatalog[code].status, code]);
        return error;
      }
      const problem = JSON.parse(result.content[0].text);
      expect([status, result.isError, problem.code], text).toEqual([200, true, code]);
      return problem;
    },
  },
};
const each = Object.entries(transports).map(([name, transport]) => ({ name, transport }));

describe('tRPC', () => {
  it.each(named(operations.filter((one) => !isMutation(one))))(
    '$name returns the same as REST',
    async ({ operation }) => {
      const path = await freshPath(api(), operation, crews.home.team);
      const input = operation.path.includes('{') ? parametersIn(operation, path) : undefined;
      // The readable end of the log moves without changes.
      await settle(api());
      const kinds = (['key', 'agent'] as const).filter((kind) => accepts(operation, kind));
      for (const token of kinds.map((kind) => tokenOf(crews.home, kind))) {
        // A call changes lastActiveAt: flush it before comparing the two.
        await api().activity.flush();
        const rest = await api().request('GET', path, { token });
        await api().activity.flush();
        const withoutActivity = (value: unknown) =>
          JSON.parse(JSON.stringify(value, (key, inner) => (key === 'lastActiveAt' ? undefined : inner)));
        const data = dataOf(await callTrpc(api(), 'query', operation.id, { token, input }));
        expect(withoutActivity(data)).toEqual(withoutActivity(rest.body));
      }
    },
  );

  it.each(named(operations.filter(isMutation)))('$name does what REST does', async ({ operation }) => {
    const path = await effectivePath(api(), operation, crews.home.team);
    const before = await api().countEvents();
    const parameters = parametersIn(operation, path);
    const input = { ...rowOf(operation).body?.(crews.home.team), ...parameters };
    const token = tokenOf(crews.home, kindFor(operation));
    const reply = await callTrpc(api(), 'mutation', operation.id, { token, input });
    const output = operation.output.parse(dataOf(reply)) ?? {};
    // The plan of the table has one task.
    const data = (Array.isArray(output) ? output[0] : output) as { id: string; taskId?: string };
    const events = await api().events(undefined, before);
    expect(events).toHaveLength(rowOf(operation).isUnrecorded ? 0 : 1);
    if (rowOf(operation).isUnrecorded) return;
    const requestId = reply.headers.get('x-request-id');
    const subjectId = parameters.webhookId ?? data.taskId ?? data.id;
    expect(events.at(-1)).toMatchObject({ subjectId, requestId });
    // A comment is told as a change of its task, a delivery as one of its webhook.
    if (data.id !== subjectId) return;
    const { token: _, secret: __, taskCount, instructions: ___, ...shown } = data as Shown;
    // How many tasks a project has is no change of the project, and its instructions are in the changes alone.
    const isProject = operation.id.startsWith('projects.') || taskCount === undefined;
    const snapshot = operation.id.startsWith('webhooks.')
      ? webhookSnapshot(shown as unknown as Webhook)
      : shown;
    expect(events.at(-1)?.snapshot).toEqual(isProject ? snapshot : { ...shown, taskCount });
  });

  it('system.status works without a credential', async () => {
    const status = ServiceStatus.parse(dataOf(await callTrpc(api(), 'query', 'system.status')));
    expect(status).toMatchObject({
      ready: true,
      checks: { database: true, writable: true, migrations: true, draining: false },
    });
  });

  it('PUT, PATCH, DELETE and OPTIONS run nothing', async () => {
    const body = { taskId: await api().createTask(crews.home.team) };
    const before = await api().stored();
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const reply = await api().request(method, '/trpc/tasks.claim', { token: crews.home.agent.token, body });
      expect([404, 405], `${method}: ${reply.text}`).toContain(reply.status);
    }
    expect(await api().stored()).toEqual(before);
  });
});

const callers = {
  none: () => undefined,
  garbage: () => 'garbage',
  rotated: () => crews.dead.rotated,
  revoked: () => crews.dead.revoked,
  expired: () => crews.dead.expired,
  key: () => crews.home.team.apiKey,
  agent: () => crews.home.agent.token,
};
/** Teams of an input, whose ids the tests know when they run. */
const home = { teamId: 'home' };
const foreign = { teamId: 'foreign' };
const withTeam = (input: Input): Input =>
  'teamId' in input ? { ...input, teamId: crews[input.teamId as 'home'].team.teamId } : input;

type Row = [name: string, id: string, caller: keyof typeof callers, input: Input, code: Problem['code']];

const errors: Row[] = [
  ['no credential', 'teams.me', 'none', {}, 'UNAUTHENTICATED'],
  ['garbage', 'teams.me', 'garbage', {}, 'UNAUTHENTICATED'],
  ['a rotated token', 'teams.me', 'rotated', {}, 'UNAUTHENTICATED'],
  ['a revoked key', 'tasks.create', 'revoked', home, 'UNAUTHENTICATED'],
  ['a key that claims', 'tasks.claim', 'key', { taskId: unknownId }, 'AGENT_TOKEN_REQUIRED'],
  ['an agent that makes agents', 'agents.create', 'agent', foreign, 'TEAM_API_KEY_REQUIRED'],
  ["another team's tasks", 'tasks.list', 'key', foreign, 'NOT_FOUND'],
  ["another team's agents, a wrong field", 'agents.create', 'key', { ...foreign, no: 1 }, 'NOT_FOUND'],
  ['an unknown task', 'tasks.get', 'key', { taskId: unknownId }, 'NOT_FOUND'],
  ['a malformed id', 'tasks.get', 'key', { taskId: '../x' }, 'NOT_FOUND'],
  ['an unknown field', 'tasks.list', 'key', { ...home, unknownField: 1 }, 'VALIDATION_ERROR'],
  ['a forged cursor', 'tasks.list', 'key', { ...home, cursor: 'forged' }, 'INVALID_CURSOR'],
];

/** A tool that the caller does not see is an unknown one, which tools.http.test.ts tests. */
const hasTool = ([, id, , , code]: Row) =>
  !('omitted' in mcpTools[id as keyof typeof mcpTools]) && errorCatalog[code].status !== 403;

describe.each(each)('over $name', ({ name: transportName, transport: { send, expectError } }) => {
  it.each(errors.filter((row) => transportName !== 'MCP' || hasTool(row)))(
    'rejects %s and stores nothing',
    async (_name, id, caller, input, code) => {
      const before = await api().stored();
      expectError(await send(id, callers[caller](), withTeam(input)), code);
      expect(await api().stored()).toEqual(before);
    },
  );

  it('a task is claimed once, also when it was claimed over another transport', async () => {
    for (const { transport } of each) {
      const taskId = await api().createTask(crews.home.team);
      const { token } = crews.home.agent;
      const claimed = await send('tasks.claim', token, { taskId });
      expect(claimed.status, claimed.text).toBe(200);
      transport.expectError(await transport.send('tasks.claim', token, { taskId }), 'TASK_ALREADY_CLAIMED');
    }
  });

  it('responds with the request id', async () => {
    const reply = await send('teams.me', crews.home.team.apiKey, {});
    expect(reply.status, reply.text).toBe(200);
    expect(reply.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

it('a validation error names the fields over REST and tRPC', async () => {
  const { apiKey, ...team } = crews.home.team;
  const input = { ...team, title: '', priority: 'HIGH', unknownField: 1 };
  const [rest, trpc] = [transports.REST, transports.tRPC].map(async ({ send, expectError }) =>
    expectError(await send('tasks.create', apiKey, input), 'VALIDATION_ERROR'),
  );
  expect((await rest)?.errors?.map(({ path }) => path).sort()).toEqual(['priority', 'title', 'unknownField']);
  expect((await trpc)?.errors).toEqual((await rest)?.errors);
});

it('masks an unexpected error over each transport, and logs its cause with the request id', async () => {
  const broken = await TestApi.start();
  try {
    const { team } = await crew(broken, 'Broken');
    const taskId = await broken.createTask(team);
    await broken.owner.query('alter table tasks rename column result to gone');
    for (const { send, expectError } of Object.values(transports)) {
      const reply = await send('tasks.get', team.apiKey, { taskId }, broken);
      const problem = expectError(reply, 'INTERNAL_ERROR');
      expect(JSON.stringify(problem)).not.toMatch(/result|gone|column|select|postgres|tasks|\.ts/i);
      expect(reply.text).not.toMatch(/gone|column|select|postgres|\.ts/i);
      const id = reply.headers.get('x-request-id') ?? 'none';
      const line = broken.logLines.find((logged) => logged.includes(id) && logged.includes('"level":50'));
      expect(line).toMatch(/column .*result.* does not exist/);
    }
  } finally {
    await broken.close();
  }
});

const trpcErrors: [string, string, keyof typeof callers, unknown, Problem['code'], 'query' | 'mutation'][] = [
  ['a bad credential where none is needed', 'system.status', 'expired', {}, 'UNAUTHENTICATED', 'query'],
  ['no input', 'tasks.list', 'key', undefined, 'VALIDATION_ERROR', 'query'],
  ['an input that is an array', 'tasks.create', 'key', [], 'VALIDATION_ERROR', 'mutation'],
  ['an unknown procedure', 'tasks.steal', 'key', undefined, 'NOT_FOUND', 'query'],
  ['an unknown procedure to change something', 'tasks.steal', 'key', {}, 'NOT_FOUND', 'mutation'],
  ['the name of a prototype', '__proto__', 'key', undefined, 'NOT_FOUND', 'query'],
  ['the name of a constructor', 'tasks.constructor', 'key', undefined, 'NOT_FOUND', 'query'],
  ['a mutation by GET', 'tasks.claim', 'agent', { taskId: unknownId }, 'METHOD_NOT_ALLOWED', 'query'],
  ['a query by POST', 'teams.me', 'key', {}, 'METHOD_NOT_ALLOWED', 'mutation'],
];

it.each(trpcErrors)('tRPC rejects %s and stores nothing', async (_name, id, caller, input, code, type) => {
  const before = await api().stored();
  const reply = await callTrpc(api(), type, id, { token: callers[caller](), input });
  expectTrpcProblem(reply, errorCatalog[code].status, code);
  expect(await api().stored()).toEqual(before);
});

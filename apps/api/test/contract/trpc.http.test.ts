import { type Problem, ServiceStatus, Task, type Webhook } from '@crewboard/contracts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { settle } from '../log/support/settle.ts';
import { tokenOf, useCrews } from '../support/crew.ts';
import {
  freshPath,
  isMutation,
  kindFor,
  named,
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

type Shown = { id: string; token?: string; secret?: string; taskCount?: number };

describe('the same procedures on both transports', () => {
  it.each(named(operations.filter((one) => !isMutation(one))))(
    '$name returns the same as REST',
    async ({ operation }) => {
      const path = await freshPath(api(), operation, crews.home.team);
      const input = operation.path.includes('{') ? parametersIn(operation, path) : undefined;
      // The readable end of the log moves without changes.
      await settle(api());
      const isOpen = (kind: 'key' | 'agent') => rowOf(operation)[kind] === 'yes';
      for (const token of (['key', 'agent'] as const)
        .filter(isOpen)
        .map((kind) => tokenOf(crews.home, kind))) {
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
    const path = await freshPath(api(), operation, crews.home.team);
    const before = await api().countEvents();
    const parameters = parametersIn(operation, path);
    const input = { ...rowOf(operation).body?.(crews.home.team), ...parameters };
    const token = tokenOf(crews.home, kindFor(operation));
    const reply = await callTrpc(api(), 'mutation', operation.id, { token, input });
    const data = (operation.output.parse(dataOf(reply)) ?? {}) as { id: string; taskId?: string };
    const events = await api().events(undefined, before);
    expect(events).toHaveLength(rowOf(operation).isUnrecorded ? 0 : 1);
    if (rowOf(operation).isUnrecorded) return;
    const requestId = reply.headers.get('x-request-id');
    const subjectId = parameters.webhookId ?? data.taskId ?? data.id;
    expect(events.at(-1)).toMatchObject({ subjectId, requestId });
    // A comment is told as a change of its task, a delivery as one of its webhook.
    if (data.id !== subjectId) return;
    const { token: _, secret: __, taskCount, ...shown } = data as Shown;
    // How many tasks a project has is no change of the project.
    const isProject = operation.id.startsWith('projects.') || taskCount === undefined;
    const snapshot = operation.id.startsWith('webhooks.')
      ? webhookSnapshot(shown as unknown as Webhook)
      : shown;
    expect(events.at(-1)?.snapshot).toEqual(isProject ? snapshot : { ...shown, taskCount });
  });
});

describe('errors', () => {
  type Case = [
    name: string,
    type: 'query' | 'mutation',
    procedure: string,
    call: () => { token?: string; input?: unknown },
    status: number,
    code: Problem['code'],
  ];
  const cases: Case[] = [
    ['no credential', 'query', 'teams.me', () => ({}), 401, 'UNAUTHENTICATED'],
    ['garbage', 'query', 'teams.me', () => ({ token: 'garbage' }), 401, 'UNAUTHENTICATED'],
    ['a rotated token', 'query', 'teams.me', () => ({ token: crews.dead.rotated }), 401, 'UNAUTHENTICATED'],
    [
      'a revoked key',
      'mutation',
      'tasks.create',
      () => ({ token: crews.dead.revoked, input: {} }),
      401,
      'UNAUTHENTICATED',
    ],
    [
      'a bad credential where none is needed',
      'query',
      'system.status',
      () => ({ token: crews.dead.expired }),
      401,
      'UNAUTHENTICATED',
    ],
    [
      'a key that claims',
      'mutation',
      'tasks.claim',
      () => ({ token: crews.home.team.apiKey, input: { taskId: unknownId } }),
      403,
      'AGENT_TOKEN_REQUIRED',
    ],
    [
      'an agent that makes agents',
      'mutation',
      'agents.create',
      () => ({ token: crews.home.agent.token, input: { teamId: crews.foreign.team.teamId } }),
      403,
      'TEAM_API_KEY_REQUIRED',
    ],
    [
      "another team's tasks",
      'query',
      'tasks.list',
      () => ({ token: crews.home.team.apiKey, input: { teamId: crews.foreign.team.teamId } }),
      404,
      'NOT_FOUND',
    ],
    [
      "another team's agents, with a wrong field",
      'mutation',
      'agents.create',
      () => ({
        token: crews.home.team.apiKey,
        input: { teamId: crews.foreign.team.teamId, unknownField: 1 },
      }),
      404,
      'NOT_FOUND',
    ],
    [
      'an unknown task',
      'query',
      'tasks.get',
      () => ({ token: crews.home.team.apiKey, input: { taskId: unknownId } }),
      404,
      'NOT_FOUND',
    ],
    [
      'a malformed id',
      'query',
      'tasks.get',
      () => ({ token: crews.home.team.apiKey, input: { taskId: '../x' } }),
      404,
      'NOT_FOUND',
    ],
    [
      'an unknown field',
      'query',
      'tasks.list',
      () => ({ token: crews.home.team.apiKey, input: { teamId: crews.home.team.teamId, unknownField: 1 } }),
      400,
      'VALIDATION_ERROR',
    ],
    ['no input', 'query', 'tasks.list', () => ({ token: crews.home.team.apiKey }), 400, 'VALIDATION_ERROR'],
    [
      'an input that is an array',
      'mutation',
      'tasks.create',
      () => ({ token: crews.home.team.apiKey, input: [] }),
      400,
      'VALIDATION_ERROR',
    ],
    [
      'a forged cursor',
      'query',
      'tasks.list',
      () => ({ token: crews.home.team.apiKey, input: { teamId: crews.home.team.teamId, cursor: 'forged' } }),
      400,
      'INVALID_CURSOR',
    ],
    [
      'an unknown procedure',
      'query',
      'tasks.steal',
      () => ({ token: crews.home.team.apiKey }),
      404,
      'NOT_FOUND',
    ],
    [
      'an unknown procedure to change something',
      'mutation',
      'tasks.steal',
      () => ({ token: crews.home.team.apiKey, input: {} }),
      404,
      'NOT_FOUND',
    ],
    [
      'the name of a prototype',
      'query',
      '__proto__',
      () => ({ token: crews.home.team.apiKey }),
      404,
      'NOT_FOUND',
    ],
    [
      'the name of a constructor',
      'query',
      'tasks.constructor',
      () => ({ token: crews.home.team.apiKey }),
      404,
      'NOT_FOUND',
    ],
    [
      'a mutation by GET',
      'query',
      'tasks.claim',
      () => ({ token: crews.home.agent.token, input: { taskId: unknownId } }),
      405,
      'METHOD_NOT_ALLOWED',
    ],
    [
      'a query by POST',
      'mutation',
      'teams.me',
      () => ({ token: crews.home.team.apiKey, input: {} }),
      405,
      'METHOD_NOT_ALLOWED',
    ],
  ];

  it.each(cases)('%s', async (_name, type, procedure, call, status, code) => {
    const before = await api().stored();
    expectTrpcProblem(await callTrpc(api(), type, procedure, call()), status, code);
    expect(await api().stored()).toEqual(before);
  });

  it('409: a task is claimed once across both transports', async () => {
    const taskId = await api().createTask(crews.home.team);
    const claim = { token: crews.home.agent.token, input: { taskId } };
    expect(Task.parse(dataOf(await callTrpc(api(), 'mutation', 'tasks.claim', claim))).status).toBe(
      'in_progress',
    );
    expectTrpcProblem(await callTrpc(api(), 'mutation', 'tasks.claim', claim), 409, 'TASK_ALREADY_CLAIMED');
    const rest = await api().request('POST', `/api/tasks/${taskId}/claim`, { token: crews.home.agent.token });
    expect((rest.body as Problem).code).toBe('TASK_ALREADY_CLAIMED');
  });

  it('a validation error names the fields, as over REST', async () => {
    const body = { title: '', priority: 'HIGH', unknownField: 1 };
    const { teamId, apiKey: token } = crews.home.team;
    const rest = await api().request('POST', `/api/teams/${teamId}/tasks`, { token, body });
    const reply = await callTrpc(api(), 'mutation', 'tasks.create', { token, input: { ...body, teamId } });
    const problem = expectTrpcProblem(reply, 400, 'VALIDATION_ERROR');
    expect(problem.errors).toEqual((rest.body as Problem).errors);
  });

  it('PUT, PATCH, DELETE and OPTIONS run nothing', async () => {
    const taskId = await api().createTask(crews.home.team);
    const before = await api().stored();
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      const reply = await api().request(method, '/trpc/tasks.claim', {
        token: crews.home.agent.token,
        body: { taskId },
      });
      expect([404, 405], `${method}: ${reply.text}`).toContain(reply.status);
    }
    expect(await api().stored()).toEqual(before);
  });
});

it('system.status works without a credential', async () => {
  const status = ServiceStatus.parse(dataOf(await callTrpc(api(), 'query', 'system.status')));
  expect(status).toMatchObject({
    ready: true,
    checks: { database: true, writable: true, migrations: true, draining: false },
  });
});

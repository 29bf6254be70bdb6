import { fieldsOf, mayCall, mcpTools, minimalFields, restOperations } from '@crewboard/contracts';
import { encode } from 'gpt-tokenizer/encoding/cl100k_base';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createApiKey } from '../../src/features/api-keys/create-api-key.ts';
import { Metrics } from '../../src/metrics/metrics.ts';
import { useApi } from '../harness.ts';
import { calls, done } from '../support/tasks.ts';
import { createWorld, unknownId, type World } from '../support/world.ts';
import { connect, modes } from './support/connect.ts';
import { insertTasks } from './support/insert-tasks.ts';

const metrics = new Metrics();
const api = useApi({ metrics });
let world: World;
beforeAll(async () => {
  world = await createWorld(api());
});

const tokensIn = (value: unknown) => encode(JSON.stringify(value)).length;

const workerTools = [
  'get_me',
  'claim_next_task',
  'claim_task',
  'complete_task',
  'heartbeat_task',
  'fail_task',
  'release_task',
  'get_task',
  'list_tasks',
  'wait_for_tasks',
  'create_task',
  'create_tasks',
  'update_task',
  'move_task',
  'comment_on_task',
  'list_comments',
  'list_projects',
  'list_events',
  'list_agents',
];

describe.each(modes)('a client in mode %s', (mode) => {
  it('sees 19 tools as an agent, which cost at most 1,700 tokens of a model', async () => {
    const { client } = await connect(api(), world.ada.token, mode);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(workerTools);
    const read = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    expect(tokensIn(read)).toBeLessThanOrEqual(1_700);
    expect(tokensIn(tools)).toBeLessThanOrEqual(2_600);
    expect(tokensIn(client.getInstructions())).toBeLessThanOrEqual(150);
  });

  it('sees the tools of its access as a key', async () => {
    const { client } = await connect(api(), world.team.apiKey, mode);
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).not.toEqual(expect.arrayContaining(['claim_next_task']));
    expect(names).toEqual(expect.arrayContaining(['release_task', 'create_project', 'list_agents']));
    expect(names.length).toBeLessThanOrEqual(28);
  });

  it('reads as a key, in at most 150 tokens, how to create a plan, to wait for it and to find what is stuck', async () => {
    const { client } = await connect(api(), world.team.apiKey, mode);
    const instructions = client.getInstructions() ?? '';
    expect(tokensIn(instructions)).toBeLessThanOrEqual(150);
    const named = instructions.match(/\b[a-z]+(_[a-z]+)+\b/g) ?? [];
    expect(named).toEqual(expect.arrayContaining(['create_tasks', 'wait_for_tasks', 'get_attention']));
    const names = (await client.listTools()).tools.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(named));
  });
});

it.each([
  ['tasks', ['create_task', 'move_task', 'release_task', 'list_tasks'], ['create_project']],
  ['read', ['list_tasks', 'list_events'], ['create_task', 'move_task', 'release_task', 'create_project']],
] as const)('a key with the access %s sees the tools that it may use', async (access, shown, hidden) => {
  const actor = { kind: 'system', id: null, teamId: world.team.teamId } as const;
  const ctx = { db: api().db, actor, requestId: null };
  const { apiKey } = await createApiKey({ ctx, input: { name: access, access } });
  const { client } = await connect(api(), apiKey);
  const names = (await client.listTools()).tools.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([...shown]));
  for (const name of hidden) expect(names).not.toContain(name);
});

it('the hints and fields of every tool are those of its operation', () => {
  for (const [id, declared] of Object.entries(mcpTools)) {
    const operation = restOperations.find((one) => one.id === id);
    if (!operation || 'omitted' in declared) continue;
    const known = fieldsOf(operation);
    const fields = 'fields' in declared ? declared.fields : minimalFields[id as keyof typeof minimalFields];
    if (fields !== 'all') expect(known, id).toEqual(expect.arrayContaining([...fields]));
    // Also of an object in the input, such as `complete`.
    const inputs = JSON.stringify(operation.input ? z.toJSONSchema(operation.input, { io: 'input' }) : {});
    for (const name of Object.keys('hints' in declared ? declared.hints : {}))
      expect(inputs, id).toContain(`"${name}":`);
  }
});

it('every operation is reachable as a tool, or says why not', async () => {
  const tools = await Promise.all(
    [world.ada.token, world.team.apiKey].map(async (token) => {
      const { client } = await connect(api(), token);
      return (await client.listTools()).tools.map(({ name }) => name);
    }),
  );
  const reachable = new Set(tools.flat());
  for (const { id, operationId, access } of restOperations) {
    const declared = mcpTools[id as keyof typeof mcpTools];
    const name = operationId.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    const isTool = !('omitted' in declared);
    expect(reachable.has(name), id).toBe(isTool);
    if (!isTool) expect(declared.omitted.length, id).toBeGreaterThan(20);
    expect(mayCall('agent', access) || mayCall('key', access), id).toBe(true);
  }
});

it('the result of every tool has the form that its output schema says', async () => {
  const { team, ada } = await createWorld(api());
  const [first, second] = [await api().createTask(team, { description: 'A' }), await api().createTask(team)];
  const third = await api().createTask(team);
  await done(calls(api()).claim(ada.token, third));
  const args: Record<string, Record<string, unknown>> = {
    claim_next_task: { leaseSeconds: 60 },
    heartbeat_task: { taskId: first },
    claim_task: { taskId: second },
    complete_task: { taskId: first, attempt: 1, result: 'Done' },
    fail_task: { taskId: third, reason: 'No access' },
    release_task: { taskId: second, reason: 'Not mine' },
    create_task: { title: 'New', projectId: team.projectId, priority: 'high' },
    wait_for_tasks: { ids: [first] },
    create_tasks: { tasks: [{ title: 'Planned', projectId: team.projectId }] },
    update_task: { taskId: second, description: null },
    move_task: { taskId: second, status: 'cancelled' },
    comment_on_task: { taskId: first, body: 'A comment' },
    create_project: { name: 'Another' },
    pause_agent: { agentId: ada.id, reason: 'A reason' },
    resume_agent: { agentId: ada.id },
    pause_project: { projectId: team.projectId, reason: 'A reason' },
    resume_project: { projectId: team.projectId },
    pause_team: { reason: 'A reason' },
    archive_task: { taskId: second },
    restore_task: { taskId: second },
    archive_project: { projectId: team.projectId },
    restore_project: { projectId: team.projectId },
  };
  const ofTask = ['get_task', 'list_comments', 'list_task_attempts'];
  const order = Object.keys(args);
  for (const token of [ada.token, team.apiKey]) {
    const { client, call } = await connect(api(), token);
    // The client checks each result of a tool that it has listed.
    const names = (await client.listTools()).tools.map(({ name }) => name);
    for (const name of names.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))) {
      if (token === team.apiKey && name === 'release_task') continue;
      await call(name, args[name] ?? (ofTask.includes(name) ? { taskId: first } : {}));
    }
  }
});

it('says why an attempt has failed', async () => {
  const { team, ada } = await createWorld(api());
  const taskId = await api().createTask(team);
  const agent = await connect(api(), ada.token);
  await agent.call('claim_task', { taskId });
  await agent.call('fail_task', { taskId, reason: 'The repository is missing' });
  const { call } = await connect(api(), team.apiKey);
  const failed = { attempt: 1, agentId: ada.id, outcome: 'failed', reason: 'The repository is missing' };
  expect(await call('list_task_attempts', { taskId })).toMatchObject({ items: [failed] });
});

describe('an error', () => {
  it('of an operation is a result with its code and what to do', async () => {
    const taskId = await api().createTask(world.team);
    const [ada, bob] = [await connect(api(), world.ada.token), await connect(api(), world.bob.token)];
    await bob.call('claim_task', { taskId });
    expect(await ada.fail('claim_task', { taskId })).toMatchObject({
      code: 'TASK_ALREADY_CLAIMED',
      detail: expect.any(String),
      remedy: expect.stringContaining('take another task'),
      heldByCaller: false,
      assignedAgentId: world.bob.id,
    });
  });

  it('of the arguments names each field', async () => {
    const { fail } = await connect(api(), world.ada.token);
    expect(await fail('claim_next_task', { leaseSeconds: 5, unknown: 1 })).toEqual({
      code: 'VALIDATION_ERROR',
      detail:
        'leaseSeconds must be a whole number from 30 to 86400; unknown is not a field of this operation.',
    });
    expect(await fail('complete_task')).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it.each([
    ['update_task', { status: 'done', result: 'Done' }, ['move_task', 'complete_task']],
    ['list_comments', { cursor: unknownId }, ['nextCursor']],
    ['get_task', { taskId: unknownId }, ['There is nothing with this id in your team.']],
  ])('of %s speaks of tools and arguments, not of routes and headers', async (name, args, texts) => {
    const taskId = await api().createTask(world.team);
    const { fail } = await connect(api(), world.ada.token);
    const error = JSON.stringify(await fail(name, { taskId, ...args }));
    for (const text of texts) expect(error).toContain(text);
    expect(error).not.toMatch(/\/api\/|POST|X-Next|route|header/i);
  });

  it('is the same for a task of another team and an unknown one', async () => {
    const other = await createWorld(api());
    const taskId = await api().createTask(other.team);
    const { client, fail } = await connect(api(), world.ada.token);
    for (const name of ['get_task', 'claim_task', 'complete_task', 'release_task', 'list_comments']) {
      const [theirs, unknown] = [await fail(name, { taskId }), await fail(name, { taskId: unknownId })];
      expect(theirs).toEqual(unknown);
      expect(theirs).toMatchObject({ code: 'NOT_FOUND' });
    }
    expect(await fail('list_tasks', { teamId: other.team.teamId })).toMatchObject({ code: 'NOT_FOUND' });
    await expect(client.readResource({ uri: `crewboard://tasks/${taskId}` })).rejects.toThrow(/not found/i);
  });

  it.each(['no_tool', 'create_project', 'constructor'])(
    'of the protocol names the tools: %s',
    async (name) => {
      const { client } = await connect(api(), world.ada.token);
      await expect(client.callTool({ name, arguments: {} })).rejects.toThrow(/Unknown tool.*claim_next_task/);
    },
  );

  it('is counted by its operation and code', async () => {
    const { fail } = await connect(api(), world.team.apiKey);
    await fail('get_task', { taskId: unknownId });
    const labels = 'transport="mcp",operation="tasks.get",status="200",code="NOT_FOUND"';
    await expect.poll(() => metrics.render()).toContain(`crewboard_http_requests_total{${labels}} `);
  });
});

it('get_me has no field that is null, at any depth', async () => {
  for (const token of [world.ada.token, world.team.apiKey]) {
    const { call } = await connect(api(), token);
    const me = await call('get_me');
    expect(me).toMatchObject({ team: { id: world.team.teamId } });
    expect(JSON.stringify(me)).not.toContain('null');
  }
});

it('list_agents shows an agent the others of its team', async () => {
  const { call } = await connect(api(), world.ada.token);
  const { items } = await call<{ items: { id: string }[] }>('list_agents');
  expect(items.map(({ id }) => id).sort()).toEqual([world.ada.id, world.bob.id].sort());
});

describe('tasks are resources', () => {
  it('of the own team, the newest 100 on one page', async () => {
    const { team } = await createWorld(api());
    await insertTasks(api(), team, 101);
    const { client } = await connect(api(), team.apiKey);
    const { resources, nextCursor } = await client.request({ method: 'resources/list', params: {} });
    const newest = Array.from({ length: 100 }, (_, index) => `crewboard://tasks/${team.teamId}-${index + 2}`);
    expect(resources.map(({ uri }) => uri).sort()).toEqual(newest.sort());
    expect(nextCursor).toBeUndefined();
    await expect(client.request({ method: 'resources/list', params: { cursor: 'x' } })).rejects.toThrow(
      /INVALID_CURSOR/,
    );
  });

  it('that a client reads by their template', async () => {
    const id = await api().createTask(world.team, { title: 'Readable' });
    const { client } = await connect(api(), world.ada.token);
    const { resourceTemplates } = await client.listResourceTemplates();
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual(['crewboard://tasks/{id}']);
    const { contents } = await client.readResource({ uri: `crewboard://tasks/${id}` });
    expect(JSON.parse((contents[0] as { text: string }).text)).toMatchObject({ id, title: 'Readable' });
    for (const uri of ['crewboard://tasks/', 'crewboard://agents/1', 'file:///etc/passwd']) {
      await expect(client.readResource({ uri })).rejects.toThrow(/not found/i);
    }
  });
});

it('the prompt says how to work the queue, to agents', async () => {
  const { client } = await connect(api(), world.ada.token);
  expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['work_the_queue']);
  const { messages } = await client.getPrompt({ name: 'work_the_queue' });
  expect(JSON.stringify(messages)).toContain('claim_next_task');
  const key = await connect(api(), world.team.apiKey);
  expect((await key.client.listPrompts()).prompts).toEqual([]);
});

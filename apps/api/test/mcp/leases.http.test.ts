import { beforeAll, describe, expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { readTask } from '../support/tasks.ts';
import { createWorld, type World } from '../support/world.ts';
import { connect } from './support/connect.ts';

const api = useApi();
let world: World;
beforeAll(async () => {
  world = await createWorld(api());
});

const leaseOf = async (id: string) => (await readTask(api(), world, id)).leaseExpiresAt;

/** Lets the lease of a task end in ten minutes. */
async function shorten(id: string): Promise<string | null> {
  await api().db.pool.query(
    `update tasks set (lease_expires_at, check_at) = (select at, at from (select now() + interval '10 minutes' as at) as time) where id = $1`,
    [id],
  );
  return leaseOf(id);
}

describe('a claim', () => {
  const claims = [
    ['claim_task', (taskId: string) => ({ taskId })],
    ['claim_next_task', () => ({})],
  ] as const;

  it.each(claims)('by %s has a lease of two hours by default, as its schema says', async (name, argsOf) => {
    const { client, call } = await connect(api(), world.ada.token);
    const id = await api().createTask(world.team);
    await call(name, argsOf(id));
    const { leaseExpiresAt, statusChangedAt } = await readTask(api(), world, id);
    const seconds = (Date.parse(`${leaseExpiresAt}`) - Date.parse(statusChangedAt)) / 1_000;
    expect(Math.round(seconds)).toBe(7_200);
    const { tools } = await client.listTools();
    const { properties } = tools.find((tool) => tool.name === name)?.inputSchema ?? {};
    expect(properties?.leaseSeconds).toMatchObject({
      type: ['integer', 'null'],
      default: 7_200,
      minimum: 30,
    });
  });

  it.each(claims)('by %s has the lease that it names, and none with null', async (name, argsOf) => {
    const { call, fail } = await connect(api(), world.ada.token);
    for (const leaseSeconds of [60, null]) {
      const id = await api().createTask(world.team);
      await call(name, { ...argsOf(id), leaseSeconds });
      const { leaseExpiresAt, statusChangedAt } = await readTask(api(), world, id);
      if (leaseSeconds === null) expect(leaseExpiresAt).toBeNull();
      else
        expect(Math.round((Date.parse(`${leaseExpiresAt}`) - Date.parse(statusChangedAt)) / 1_000)).toBe(60);
    }
    expect(await fail(name, { ...argsOf('a'), leaseSeconds: 5 })).toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  it('over REST has none by default', async () => {
    const id = await api().createTask(world.team);
    await api().request('POST', `/api/tasks/${id}/claim`, { token: world.ada.token });
    expect(await leaseOf(id)).toBeNull();
  });
});

describe('the lease of a claim', () => {
  const calls: [string, Record<string, unknown>][] = [
    ['get_task', {}],
    ['update_task', { title: 'Renamed' }],
    ['move_task', { status: 'in_progress' }],
    ['comment_on_task', { body: 'Still at it' }],
    ['list_comments', {}],
    ['list_events', {}],
    ['heartbeat_task', {}],
  ];
  it.each(calls)('is extended by a call of %s that names the task', async (name, args) => {
    const { call } = await connect(api(), world.ada.token);
    const taskId = await api().createTask(world.team);
    await call('claim_task', { taskId });
    const before = await shorten(taskId);
    await call(name, { taskId, ...args });
    const after = await leaseOf(taskId);
    expect(Date.parse(`${after}`) - Date.parse(`${before}`)).toBeGreaterThan(3_600_000);
  });

  it('is extended by no call of others, of an earlier attempt, or without the task', async () => {
    const [ada, bob] = [await connect(api(), world.ada.token), await connect(api(), world.bob.token)];
    const key = await connect(api(), world.team.apiKey);
    const taskId = await api().createTask(world.team);
    await ada.call('claim_task', { taskId });
    const before = await shorten(taskId);
    await bob.call('get_task', { taskId });
    await key.call('get_task', { taskId });
    await ada.call('list_tasks');
    await ada.fail('release_task', { taskId, attempt: 0 });
    expect(await leaseOf(taskId)).toBe(before);
  });

  it('stays absent where the claim has none', async () => {
    const { call } = await connect(api(), world.ada.token);
    const taskId = await api().createTask(world.team);
    await call('claim_task', { taskId, leaseSeconds: null });
    await call('comment_on_task', { taskId, body: 'Still at it' });
    expect(await leaseOf(taskId)).toBeNull();
  });
});

it('a call of the holder returns the notices that its heartbeat got, behind its result', async () => {
  const { team, ada } = await createWorld(api());
  const taskId = await api().createTask(team);
  const { client, call } = await connect(api(), ada.token);
  await call('claim_task', { taskId });
  await api().request('POST', `/api/tasks/${taskId}/comments`, {
    token: team.apiKey,
    body: { body: 'Blue' },
  });
  const result = await client.callTool({ name: 'get_task', arguments: { taskId } });
  const [, last] = result.content as { text: string }[];
  expect(JSON.parse(last?.text ?? '{}')).toMatchObject({ notices: { comments: [{ body: 'Blue' }] } });
  const again = await client.callTool({ name: 'get_task', arguments: { taskId } });
  expect(again.content).toHaveLength(1);
});

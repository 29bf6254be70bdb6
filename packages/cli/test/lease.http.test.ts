import { beforeAll, expect, it } from 'vitest';
import { useApi } from '../../../apps/api/test/harness.ts';
import { calls, done } from '../../../apps/api/test/support/tasks.ts';
import { createWorld, type World } from '../../../apps/api/test/support/world.ts';
import { runCli, startCli } from './support/run-cli.ts';

const api = useApi();
let world: World;
beforeAll(async () => {
  world = await createWorld(api());
});

const as = (token: string) => ({ CREWBOARD_URL: api().url, CREWBOARD_TOKEN: token });
const ada = (...args: string[]) => runCli(args, { env: as(world.ada.token) });

const read = (taskId: string) => done(calls(api()).get(world.team.apiKey, taskId));

/** The seconds of the lease of a claim. */
const leaseSeconds = async (taskId: string): Promise<number | null> =>
  (await api().db.pool.query('select lease_seconds from tasks where id = $1', [taskId])).rows[0]
    .lease_seconds;

it.each<[string, string[], number | null]>([
  ['2 h', [], 7_200],
  ['what --lease-seconds says', ['--lease-seconds', '300'], 300],
  ['no end with none', ['--lease-seconds', 'none'], null],
  ['no end with null in --json-input', ['--json-input', '{"leaseSeconds":null}'], null],
])('a claim of a command has a lease of %s', async (_, flags, seconds) => {
  const taskId = await api().createTask(world.team);
  expect(await ada('tasks', 'claim', taskId, ...flags)).toMatchObject({ code: 0, stderr: '' });
  expect(await leaseSeconds(taskId)).toBe(seconds);
  await ada('tasks', 'complete', taskId);

  const nextId = await api().createTask(world.team);
  const { stdout } = await ada('tasks', 'claim-next', '--json', ...flags);
  expect(JSON.parse(stdout).id).toBe(nextId);
  expect(await leaseSeconds(nextId)).toBe(seconds);
  await ada('tasks', 'complete', nextId);
});

it.each<[string, (taskId: string) => string[]]>([
  ['get', (id) => ['tasks', 'get', id]],
  ['update', (id) => ['tasks', 'update', id, '--priority', 'high']],
  ['attempts', (id) => ['tasks', 'attempts', id]],
  ['comment', (id) => ['tasks', 'comment', id, '--body', 'Half of it']],
  ['comments list', (id) => ['comments', 'list', id]],
  ['events list-for-task', (id) => ['events', 'list-for-task', id]],
])('%s by the holder extends its lease', async (_, args) => {
  const taskId = await api().createTask(world.team);
  await ada('tasks', 'claim', taskId, '--lease-seconds', '600');
  const { leaseExpiresAt } = await read(taskId);
  expect((await ada(...args(taskId))).code).toBe(0);
  expect(Date.parse((await read(taskId)).leaseExpiresAt ?? '')).toBeGreaterThan(
    Date.parse(leaseExpiresAt ?? ''),
  );
  await ada('tasks', 'complete', taskId);
});

it('tasks get of the holder shows the end of the extended lease', async () => {
  const taskId = await api().createTask(world.team);
  await ada('tasks', 'claim', taskId);
  const { stdout } = await ada('tasks', 'get', taskId, '--json');
  expect(JSON.parse(stdout)).toEqual(await read(taskId));
  await ada('tasks', 'complete', taskId);
});

it('calls of others, and those of a team API key, leave the lease as it is', async () => {
  const taskId = await api().createTask(world.team);
  await ada('tasks', 'claim', taskId);
  const { leaseExpiresAt } = await read(taskId);
  for (const token of [world.bob.token, world.team.apiKey])
    expect(await runCli(['tasks', 'get', taskId], { env: as(token) })).toMatchObject({ code: 0, stderr: '' });
  expect(await read(taskId)).toMatchObject({ leaseExpiresAt });
  await ada('tasks', 'complete', taskId);
});

it('a claim without a lease gets none from later calls', async () => {
  const taskId = await api().createTask(world.team);
  await ada('tasks', 'claim', taskId, '--lease-seconds', 'none');
  await ada('tasks', 'comment', taskId, '--body', 'Half of it');
  expect(await read(taskId)).toMatchObject({ leaseExpiresAt: null });
  await ada('tasks', 'complete', taskId);
});

it.each<[string, string[], number | null]>([
  ['15 min', [], 900],
  ['what --lease says', ['--lease', '300'], 300],
  ['no end with none', ['--lease', 'none'], null],
])('work claims with a lease of %s', async (_, flags, seconds) => {
  const taskId = await api().createTask(world.team);
  const { child, until, ended } = startCli(
    ['work', '--once', ...flags, '--', 'sh', '-c', 'echo running >&2; exec sleep 60'],
    {
      env: as(world.ada.token),
    },
  );
  await until(/running/);
  expect(await leaseSeconds(taskId)).toBe(seconds);
  child.kill('SIGHUP');
  expect((await ended).code).toBe(130);
  await done(calls(api()).move(world.team.apiKey, taskId, 'cancelled'));
});

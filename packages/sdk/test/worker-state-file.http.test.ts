import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useApi } from '../../../apps/api/test/harness.ts';
import {
  adminOf,
  deleteProject,
  deleteTask,
  outcomeOf,
} from '../../../apps/api/test/http/support/deletions.ts';
import { deletedTeams } from '../../../apps/api/test/members/support/deleted-teams.ts';
import { createWorld, type World } from '../../../apps/api/test/support/world.ts';
import { type Crewboard, createClient, createWorker } from '../src/index.ts';
import { startWorker, waitForReleases } from './support/worker-log.ts';

const api = useApi();
let world: World;
let manager: Crewboard;
let folder: string;
let stateFile: string;
const children: ChildProcess[] = [];

beforeEach(async () => {
  world = await createWorld(api());
  manager = createClient({ url: api().url, token: world.team.apiKey });
  folder = await mkdtemp(path.join(tmpdir(), 'crewboard-state-'));
  stateFile = path.join(folder, 'state.json');
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** A worker in a process of its own, whose handlers never end. */
function startProcess(concurrency = 1) {
  const script = path.join(import.meta.dirname, 'support/crashing-worker.ts');
  const child = fork(script, [api().url, world.ada.token, stateFile, String(concurrency)]);
  children.push(child);
  const message = async (): Promise<unknown> => (await once(child, 'message'))[0];
  const kill = async () => {
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return { message, kill };
}

const options = () => ({ url: api().url, token: world.ada.token, stateFile, fetch: waitForReleases });
/** A task that the agent holds, in the file that a worker left when it was killed. */
async function heldBefore(fields: Record<string, unknown> = {}): Promise<string> {
  const taskId = await api().createTask(world.team, fields);
  await createClient(options()).tasks.claim({ taskId });
  await writeFile(stateFile, JSON.stringify({ attempts: [{ taskId, attempt: 1 }] }));
  return taskId;
}

const held = async () => JSON.parse(await readFile(stateFile, 'utf8')).attempts;

it('goes on with what it held when it was killed, in the same attempt', async () => {
  const taskId = await api().createTask(world.team);
  const { message, kill } = startProcess();
  expect(await message()).toEqual({ id: taskId, isResumed: false });
  expect(await held()).toEqual([{ taskId, attempt: 1 }]);
  expect((await stat(stateFile)).mode & 0o777).toBe(0o600);
  await kill();
  const { worker, events, until } = startWorker({
    ...options(),
    handler: async (_task, { isResumed }) => `resumed: ${isResumed}`,
  });
  await until('completed');
  await worker.stop();
  expect(events.map(({ type }) => type)).toEqual(['resumed', 'completed']);
  expect(await manager.tasks.get({ taskId })).toMatchObject({
    status: 'done',
    attempt: 1,
    result: 'resumed: true',
  });
  expect(await held()).toEqual([]);
});

it('leaves to others what its agent holds elsewhere, and what it holds no more', async () => {
  const lost = await heldBefore({ title: 'Lost' });
  const elsewhere = await api().createTask(world.team, { title: 'Elsewhere' });
  await createClient(options()).tasks.claim({ taskId: elsewhere });
  await manager.tasks.move({ taskId: lost, status: 'cancelled' });
  const { worker, events, until } = startWorker({ ...options(), handler: async () => 'Done' });
  await until('lost');
  const other = await api().createTask(world.team, { title: 'Other' });
  await until('completed');
  await worker.stop();
  expect(events.map(({ type }) => type)).toEqual(['lost', 'claimed', 'completed']);
  expect(await manager.tasks.get({ taskId: elsewhere })).toMatchObject({ status: 'in_progress', attempt: 1 });
  expect(await manager.tasks.get({ taskId: other })).toMatchObject({ status: 'done' });
  expect(await held()).toEqual([]);
});

const cancel = (taskId: string) => manager.tasks.move({ taskId, status: 'cancelled' });
const archiveProject = () => manager.projects.archive({ projectId: world.team.projectId });
const isArchived = async (taskId: string) => (await manager.tasks.get({ taskId })).archivedAt !== null;

/**
 * What people do with a task while its worker is down, and the code with which the service rejects the attempt then.
 */
const withdrawals: [string, (taskId: string) => Promise<unknown>, string | null][] = [
  [
    'archived',
    async (taskId) => {
      await cancel(taskId);
      await manager.tasks.archive({ taskId });
    },
    'TASK_ARCHIVED',
  ],
  [
    'archived with its project',
    async (taskId) => {
      await cancel(taskId);
      await archiveProject();
      await expect.poll(() => isArchived(taskId)).toBe(true);
    },
    'TASK_ARCHIVED',
  ],
  [
    'given to a person',
    async (taskId) => {
      const { userId } = await adminOf(api(), world.team);
      await manager.tasks.update({ taskId, assignedMemberId: userId });
    },
    'STALE_CLAIM',
  ],
  [
    'deleted',
    async (taskId) => {
      await cancel(taskId);
      expect(outcomeOf(await deleteTask(api(), await adminOf(api(), world.team), taskId))).toBe('deleted');
    },
    null,
  ],
  [
    'deleted with its project',
    async (taskId) => {
      await archiveProject();
      const admin = await adminOf(api(), world.team);
      expect(outcomeOf(await deleteProject(api(), admin, world.team.projectId))).toBe('deleted');
      await expect.poll(() => manager.tasks.get({ taskId }).catch(({ code }) => code)).toBe('NOT_FOUND');
    },
    null,
  ],
];

it.each(withdrawals)('goes on with other tasks when what it held was %s', async (_name, withdraw, code) => {
  const taskId = await heldBefore();
  await withdraw(taskId);
  const { worker, events, until } = startWorker({ ...options(), handler: async () => 'Done' });
  const projectId = (await manager.projects.create({ name: 'Another' })).id;
  const other = await api().createTask(world.team, { projectId });
  await Promise.race([until('completed'), worker.done]);
  await worker.stop();
  expect(await manager.tasks.get({ taskId: other })).toMatchObject({ status: 'done' });
  // Nothing of a task that was deleted could be reported.
  expect(events).toMatchObject([
    ...(code ? [{ type: 'lost', task: { id: taskId }, error: { code } }] : []),
    ...[{ type: 'claimed' }, { type: 'completed' }],
  ]);
  expect(await held()).toEqual([]);
});

it('keeps what it held while its team is deleted, and goes on with it once the team is restored', async () => {
  const { createWorld: createDeletable, remove, restore } = deletedTeams(api);
  const deletable = await createDeletable();
  world = { ...world, team: deletable.team, ada: { ...world.ada, token: deletable.agent.token } };
  const taskId = await heldBefore();
  await remove(deletable);
  const rejected = startWorker({ ...options(), handler: async () => 'Done' });
  await expect(rejected.worker.done).rejects.toMatchObject({ status: 401 });
  expect(await held()).toEqual([{ taskId, attempt: 1 }]);
  await restore(deletable.team, deletable.owner);
  const { worker, events, until } = startWorker({ ...options(), handler: async () => 'Done' });
  await until('completed');
  await worker.stop();
  expect(events.map(({ type }) => type)).toEqual(['resumed', 'completed']);
});

it('holds as many as its concurrency says, and releases them with a stop', async () => {
  for (let n = 0; n < 3; n += 1) await api().createTask(world.team);
  const { worker, until } = startWorker({
    ...options(),
    concurrency: 3,
    handler: () => new Promise<void>(() => undefined),
  });
  await until('claimed', 3);
  await expect.poll(held, { timeout: 60_000 }).toHaveLength(3);
  void worker.stop();
  await worker.stop();
  expect(await held()).toEqual([]);
  const { rows } = await api().db.pool.query(
    'select outcome, reason from task_attempts join tasks on id = task_id where team_id = $1',
    [world.team.teamId],
  );
  expect(rows).toEqual(Array(3).fill({ outcome: 'released', reason: 'The worker was stopped.' }));
});

/** A folder where the next version of the file would be. */
const preventWrites = () => mkdir(`${stateFile}.next`);

it('releases a task that it cannot write into its file, and ends with the reason', async () => {
  const taskId = await api().createTask(world.team);
  await preventWrites();
  const handled: string[] = [];
  const { worker, events } = startWorker({
    ...options(),
    handler: async ({ id }) => void handled.push(id),
  });
  const message = `The state file ${stateFile} cannot be written: EISDIR`;
  await expect(worker.done).rejects.toThrow(message);
  expect(handled).toEqual([]);
  expect(events).toMatchObject([
    { type: 'claimed' },
    { type: 'released', reason: expect.stringContaining(message) },
  ]);
  expect(await manager.tasks.get({ taskId })).toMatchObject({ status: 'todo', attempt: 1 });
});

it('holds nothing after its file could no longer be written, and goes on once it can', async () => {
  const completed = await api().createTask(world.team, { title: 'Completed', priority: 'high' });
  const others = [await api().createTask(world.team), await api().createTask(world.team)];
  const started = Promise.withResolvers<void>();
  const { worker, events } = startWorker({
    ...{ ...options(), concurrency: 2 },
    async handler({ id }, { signal }) {
      if (id === completed) {
        await started.promise;
        await preventWrites();
      } else {
        started.resolve();
        await once(signal, 'abort');
        throw signal.reason;
      }
    },
  });
  await expect(worker.done).rejects.toThrow(`The state file ${stateFile} cannot be written: EISDIR`);
  expect(events.filter(({ type }) => type === 'released')).toHaveLength(2);
  expect(await manager.tasks.get({ taskId: completed })).toMatchObject({ status: 'done' });
  for (const taskId of others) expect(await manager.tasks.get({ taskId })).toMatchObject({ status: 'todo' });
  expect(await held()).toHaveLength(2);
  await rmdir(`${stateFile}.next`);
  const again = startWorker({ ...options(), handler: async () => undefined });
  await again.until('lost', 2);
  const next = await api().createTask(world.team);
  await again.until('completed');
  await again.worker.stop();
  expect(await manager.tasks.get({ taskId: next })).toMatchObject({ status: 'done' });
  expect(await held()).toEqual([]);
});

it('is for one worker at a time', async () => {
  await api().createTask(world.team);
  const { message, kill } = startProcess();
  await message();
  const handler = async () => undefined;
  const second = createWorker({ ...options(), handler });
  second.start();
  await expect(second.done).rejects.toThrow(
    /Process \d+ uses .*state\.json: each worker needs a file of its own/,
  );
  await kill();
  const { worker, until } = startWorker({ ...options(), handler });
  await until('completed');
  const third = createWorker({ ...options(), handler });
  third.start();
  await expect(third.done).rejects.toThrow(`Process ${process.pid} uses`);
  await worker.stop();
});

it.each(['', '{', '[]', '{"attempts":[{"taskId":1}]}'])(
  'rejects a file that has something else: %s',
  async (text) => {
    await writeFile(stateFile, text);
    const worker = createWorker({ ...options(), handler: async () => undefined });
    worker.start();
    await expect(worker.done).rejects.toThrow('is not the state of a worker');
    expect(await readFile(stateFile, 'utf8')).toBe(text);
  },
);

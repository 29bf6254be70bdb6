import { randomBytes } from 'node:crypto';
import { newId } from '@crewboard/db';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AgentActor } from '../../src/auth/actor.ts';
import { Batches } from '../../src/batching/batches.ts';
import type { KeyedRequest } from '../../src/features/idempotency/keep-response.ts';
import { claimNextTask } from '../../src/features/tasks/claim-next-task.ts';
import { claimTask } from '../../src/features/tasks/claim-task.ts';
import { completeTask } from '../../src/features/tasks/complete-task.ts';
import { createTask } from '../../src/features/tasks/create/create-task.ts';
import type { VerbContext } from '../../src/features/verb-context.ts';
import { TeamDatabases } from '../../src/limits/team-databases.ts';
import { useApi } from '../harness.ts';
import { createWorld, type World } from '../support/world.ts';

const api = useApi();
let world: World;
let batches: Batches;
let sizes: number[];
beforeEach(async () => {
  world = await createWorld(api());
  sizes = [];
  batches = new Batches(api().db.pool, () => (size) => void sizes.push(size));
});

const newKey = (keyHash = randomBytes(32)): KeyedRequest => ({
  ...{ keyHash, requestHash: randomBytes(32) },
  reachedStage: null,
  seal: () => randomBytes(32),
});

const contextOf = (keyedRequest?: KeyedRequest, on = batches) =>
  ({
    db: new TeamDatabases(api().db, 60_000).of(world.team.teamId),
    batches: on,
    actor: { kind: 'agent', id: world.ada.id, teamId: world.team.teamId },
    ...{ keyedRequest, requestId: newId(), ifMatch: null, response: {} },
    taskArrivals: api().app.taskArrivals,
    changeNotifier: { notify() {} },
  }) as unknown as VerbContext<AgentActor>;

type Change = (taskId: string, keyedRequest?: KeyedRequest, on?: Batches) => Promise<unknown>;

/** The operations that are sent in batches, on a task of their own. */
const changes: Record<string, Change> = {
  claim: (taskId, key, on) => claimTask({ ctx: contextOf(key, on), input: { taskId } }),
  complete: (taskId, key, on) => completeTask({ ctx: contextOf(key, on), input: { taskId, result: 'Done' } }),
  create(title, key, on) {
    const { teamId, projectId } = world.team;
    return createTask({ ctx: contextOf(key, on), input: { teamId, projectId, title } });
  },
  'claim-next': (_, key, on) =>
    claimNextTask({ ctx: contextOf(key, on), input: { teamId: world.team.teamId, wait: 0 } }),
};

const createTasks = (count: number) =>
  Promise.all(Array.from({ length: count }, () => api().createTask(world.team)));

type Kept = { keyHash: Buffer; response: { id: string } };
const kept = async (keys: (KeyedRequest | undefined)[]) => {
  const { rows } = await api().owner.query<Kept>(
    `select key_hash as "keyHash", response from idempotency_keys where key_hash = any($1) and response is not null`,
    [keys.flatMap((key) => key?.keyHash ?? [])],
  );
  return rows;
};

const useKey = ({ keyHash, requestHash }: KeyedRequest) =>
  api().owner.query('insert into idempotency_keys (key_hash, request_hash, response) values ($1, $2, $3)', [
    ...[keyHash, requestHash],
    { id: 'earlier' },
  ]);

describe.each(Object.entries(changes))('a batch of %s', (_, change) => {
  it('stores the responses of the calls that have a key', async () => {
    const keys = [newKey(), undefined, newKey()];
    const taskIds = await createTasks(3);
    const outcomes = await Promise.all(taskIds.map((taskId, index) => change(taskId, keys[index])));
    // Of the reading and of the writing.
    expect(new Set(sizes)).toEqual(new Set([3]));
    const responses = await kept(keys);
    for (const index of [0, 2]) {
      const own = responses.find(({ keyHash }) => keys[index]?.keyHash.equals(keyHash));
      expect(own?.response).toEqual(outcomes[index]);
    }
    expect(responses).toHaveLength(2);
  });

  it('with one call whose key was used: this one fails alone, and changes nothing', async () => {
    const used = newKey();
    await useKey(used);
    const keys = [newKey(), used, undefined, newKey()];
    // More than calls: a claim-next skips tasks that the undone batch may still have locked for a moment.
    const taskIds = (await createTasks(12)).slice(0, 4);
    const events = await api().countEvents();
    const outcomes = await Promise.allSettled(taskIds.map((taskId, index) => change(taskId, keys[index])));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(outcomes[1]).toMatchObject({
      reason: { code: '23505', constraint: 'idempotency_keys_pkey' },
    });
    expect(await api().countEvents()).toBe(events + 3);
    const ids = (await kept(keys)).map(({ response }) => response.id);
    expect(ids.filter((id) => id === 'earlier')).toHaveLength(1);
    expect(new Set(ids).size).toBe(3);
  });

  it('beside one of another process with the same keys in another order: one effect for each key', async () => {
    for (let round = 0; round < 4; round += 1) {
      const keys = Array.from({ length: 6 }, () => newKey());
      const taskIds = await createTasks(30);
      const other = new Batches(api().db.pool);
      const events = await api().countEvents();
      const outcomes = await Promise.allSettled([
        ...keys.map((key, index) => change(taskIds[index] ?? '', key)),
        ...keys.map((_, index) => change(taskIds[29 - index] ?? '', keys[5 - index], other)),
      ]);
      const failed = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
      expect(failed.map(({ code }) => code)).toEqual(Array(6).fill('23505'));
      expect(await api().countEvents()).toBe(events + 6);
      expect(await kept(keys)).toHaveLength(6);
    }
  });
});

it('sends a change alone whose kept response has a large text', async () => {
  const names: string[] = [];
  const observed = new Batches(api().db.pool, (name) => () => void names.push(name));
  const taskId = await api().createTask(world.team, { description: 'd'.repeat(5_000) });
  const key = newKey();
  const claimed = await changes.claim?.(taskId, key, observed);
  expect(names).toEqual(['tasks.read']);
  expect((await kept([key]))[0]?.response).toEqual(claimed);
  expect(claimed).toMatchObject({ description: 'd'.repeat(5_000) });
});

it('stores nothing for a call that is rejected', async () => {
  const [taskId = ''] = await createTasks(1);
  await claimTask({ ctx: contextOf(), input: { taskId } });
  const keys = [newKey(), newKey()];
  const outcomes = await Promise.allSettled(keys.map((key) => changes.claim?.(taskId, key)));
  expect(outcomes).toMatchObject(keys.map(() => ({ reason: { code: 'TASK_ALREADY_CLAIMED' } })));
  expect(await kept(keys)).toEqual([]);
});

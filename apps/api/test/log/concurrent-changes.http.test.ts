import type { Event, TaskStatus } from '@crewboard/contracts';
import { afterEach, expect, it, vi } from 'vitest';
import type { AgentActor } from '../../src/auth/actor.ts';
import { Batches } from '../../src/batching/batches.ts';
import { AppError } from '../../src/errors.ts';
import { claimTask } from '../../src/features/tasks/claim-task.ts';
import { completeTask } from '../../src/features/tasks/complete-task.ts';
import { moveTask } from '../../src/features/tasks/move-task.ts';
import { updateTask } from '../../src/features/tasks/update-task.ts';
import type { VerbContext } from '../../src/features/verb-context.ts';
import { type TestApi, useApi } from '../harness.ts';
import { eventIdSql } from '../support/event-id.ts';
import { useRandom } from '../support/random.ts';
import { createWorld, type World } from '../support/world.ts';
import { type Block, closeStreams, openStream } from './support/event-stream.ts';

const api = useApi();
afterEach(closeStreams);

const changes = 300;
const statuses: TaskStatus[] = ['todo', 'in_progress', 'done', 'cancelled'];
let random: ReturnType<typeof useRandom>;
const pick = <T>(list: T[]): T => random.pick(list);

const batchesByApi = new Map<TestApi, Batches>();

/** The context of a verb, with the parts that verbs of tasks read. */
const contextOf = (on: TestApi, world: World, agentId: string) => {
  const actor: AgentActor = { kind: 'agent', id: agentId, teamId: world.team.teamId };
  const { taskArrivals } = on.app;
  const batches = batchesByApi.get(on) ?? new Batches(on.db.pool);
  batchesByApi.set(on, batches);
  return {
    db: on.db,
    batches,
    taskArrivals,
    actor,
    ...{ requestId: crypto.randomUUID(), ifMatch: null },
  } as unknown as VerbContext<AgentActor>;
};

/** Makes one change of a task as an agent, by a verb or sometimes over HTTP; errors are expected. */
async function change(on: TestApi, world: World, taskId: string): Promise<void> {
  const agent = pick([world.ada, world.bob]);
  const ctx = contextOf(on, world, agent.id);
  const verbs = [
    () => claimTask({ ctx, input: { taskId } }),
    () => completeTask({ ctx, input: { taskId, result: `${random.next()}` } }),
    () => moveTask({ ctx, input: { taskId, status: pick(statuses) } }),
    () => updateTask({ ctx, input: { taskId, title: `Title ${random.next()}` } }),
    () => updateTask({ ctx, input: { taskId, priority: pick(['low', 'normal', 'high'] as const) } }),
  ];
  if (random.next() < 0.05) {
    const body = { status: pick(statuses) };
    await on.request('POST', `/api/tasks/${taskId}/move`, { token: agent.token, body });
    return;
  }
  await pick(verbs)().catch((error: unknown) => {
    if (!(error instanceof AppError) || error.status !== 409) throw error;
  });
}

const idsOf = (blocks: Block[]) => blocks.flatMap(({ id }) => (id === undefined ? [] : [id]));

/** Follows the log from one event on over both processes, with connections closed at random. */
class Follower {
  readonly blocks: Block[] = [];
  connections = 0;
  readonly #maxBlocks: number;
  #isStopped = false;

  /** @param maxBlocks The maximum of blocks read from one connection. */
  constructor(maxBlocks: number) {
    this.#maxBlocks = maxBlocks;
  }

  async run(replicas: TestApi[], world: World, start: string): Promise<void> {
    let lastEventId = start;
    while (!this.#isStopped) {
      const on = pick(replicas);
      const options = { token: world.team.apiKey, lastEventId };
      // The writers leave few connections: a client whose request is a 503 repeats it.
      const stream = await vi.waitFor(() => openStream(on, world.team.teamId, options), {
        timeout: 60_000,
        interval: 100,
      });
      this.connections += 1;
      const enough = 1 + random.below(this.#maxBlocks);
      await vi.waitFor(() => expect(this.#isStopped || stream.blocks.length >= enough).toBe(true), {
        timeout: 60_000,
        interval: 5,
      });
      stream.close();
      this.blocks.push(...stream.blocks);
      lastEventId = idsOf(this.blocks).at(-1) ?? start;
    }
  }

  /** A client at the end of the log receives no more blocks: stop it. */
  stop(): void {
    this.#isStopped = true;
  }
}

/** Left out of the changes: the times and counters of every change, and the lease. */
const unlisted = ['updatedAt', 'version', 'statusChangedAt', 'attempt', 'leaseExpiresAt'];

/** Links are lists. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Each event of a task says before what the one before it says after, in each field, and its time is later. */
function expectConnected(events: Event[]): void {
  const states = new Map<string, Event['snapshot']>();
  const breaks: unknown[] = [];
  for (const { id, type, subject, snapshot, changes: changed } of events) {
    if (subject.type !== 'task') continue;
    const before = states.get(subject.id);
    states.set(subject.id, snapshot);
    if (!before) continue;
    for (const [field, { before: was, after }] of Object.entries(changed ?? {})) {
      if (!isSame(was, before[field]) || !isSame(after, snapshot[field]))
        breaks.push({ id, type, field, was, is: before[field] });
    }
    const unchanged = Object.keys(snapshot).filter(
      (field) => !(changed && field in changed) && !unlisted.includes(field),
    );
    for (const field of unchanged)
      if (!isSame(snapshot[field], before[field])) breaks.push({ id, type, field });
    if (!(String(snapshot.updatedAt) > String(before.updatedAt)))
      breaks.push({ id, type, field: 'updatedAt' });
    if (changed?.status && snapshot.statusChangedAt !== snapshot.updatedAt)
      breaks.push({ id, type, field: 'statusChangedAt' });
    if (Number(snapshot.attempt) < Number(before.attempt)) breaks.push({ id, type, field: 'attempt' });
    if (snapshot.version !== Number(before.version) + 1) breaks.push({ id, type, field: 'version' });
  }
  expect(breaks).toEqual([]);
}

it(`shows each of ${changes} concurrent changes exactly once to every reader, in commit order for each task`, async () => {
  random = useRandom();
  const world = await createWorld(api());
  const replica = await api().replica();
  try {
    const replicas = [api(), replica];
    const hot = await Promise.all(Array.from({ length: 12 }, () => api().createTask(world.team)));
    const many = await Promise.all(Array.from({ length: 100 }, () => api().createTask(world.team)));
    const { rows: starts } = await api().db.pool.query<{ id: string }>(
      `select ${eventIdSql} as id from events where team_id = $1 order by xid desc, id desc limit 1`,
      [world.team.teamId],
    );
    const start = starts[0]?.id ?? '';
    const followers = [10, 100, 200, 1_000_000].map((maxBlocks) => new Follower(maxBlocks));
    const following = followers.map((follower) => follower.run(replicas, world, start));
    const count = async () => {
      const { rows } = await api().db.pool.query<{ count: number }>('select count(*)::int from events');
      return rows[0]?.count ?? 0;
    };
    let isStopped = false;
    const errors = new Set<string>();
    const workers = Array.from({ length: 24 }, async (_, index) => {
      while (!isStopped) {
        const taskId = pick(random.next() < 0.5 ? hot : many);
        await change(replicas[index % 2] as TestApi, world, taskId).catch((error: Error) =>
          errors.add(error.message),
        );
      }
    });
    await vi.waitFor(
      async () => {
        expect(await count()).toBeGreaterThan(changes);
        expect(followers[0]?.connections).toBeGreaterThan(2);
      },
      { timeout: 90_000, interval: 200 },
    );
    isStopped = true;
    await Promise.all(workers);
    const { rows } = await api().db.pool.query<{ id: string }>(
      `select ${eventIdSql} as id from events where team_id = $1
       and (xid, id) > (split_part($2, '-', 1)::xid8, split_part($2, '-', 2)::bigint)
       and subject_type in ('task', 'agent', 'project') order by xid, id`,
      [world.team.teamId, start],
    );
    const expected = rows.map(({ id }) => id);
    // Readers continue until they have the last event, then all are stopped.
    const end = expected.at(-1) ?? '';
    const control = await openStream(replica, world.team.teamId, {
      token: world.team.apiKey,
      lastEventId: start,
    });
    await control.expectId(end);
    for (const follower of followers) follower.stop();
    await Promise.all(following);
    for (const follower of followers) {
      const last = idsOf(follower.blocks).at(-1) ?? start;
      const rest = await openStream(api(), world.team.teamId, {
        token: world.team.apiKey,
        lastEventId: last,
      });
      if (last !== end) await rest.expectId(end);
      follower.blocks.push(...rest.blocks);
      expect(idsOf(follower.blocks)).toEqual(expected);
    }
    expectConnected(
      followers[0]?.blocks.flatMap(({ data }) => (data ? [JSON.parse(data) as Event] : [])) ?? [],
    );
    closeStreams();
    expect([...errors]).toEqual([]);
  } finally {
    await replica.close();
  }
});

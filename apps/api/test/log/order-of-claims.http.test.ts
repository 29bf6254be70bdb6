import type { Database } from '@crewboard/db';
import { openTestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AgentActor, KeyActor, TeamActor } from '../../src/auth/actor.ts';
import { Batches } from '../../src/batching/batches.ts';
import { AppError } from '../../src/errors.ts';
import { claimNextTask } from '../../src/features/tasks/claim-next-task.ts';
import { heartbeatTask } from '../../src/features/tasks/heartbeat-task.ts';
import { moveTask } from '../../src/features/tasks/move-task.ts';
import { releaseTask } from '../../src/features/tasks/release-task.ts';
import { updateTask } from '../../src/features/tasks/update-task.ts';
import type { VerbContext } from '../../src/features/verb-context.ts';
import { type TestAgent, useApi } from '../harness.ts';
import { onlyNotifiedSweeps } from '../support/leases.ts';
import { sweep } from '../support/sweep.ts';
import { readTask } from '../support/tasks.ts';
import { createWorld, type World } from '../support/world.ts';
import { allEvents } from './support/page-poller.ts';
import { replay } from './support/replay.ts';

const api = useApi(onlyNotifiedSweeps);
const workers = 8;
let world: World;
let agents: TestAgent[];
/** One connection each, without a share: nothing but the rows keeps the writers apart. */
let connections: Database[];
/** The batches of two processes, whose workers they serve in turn. */
let processes: Database[];
let batches: Batches[];

beforeAll(async () => {
  world = await createWorld(api());
  agents = await Promise.all(Array.from({ length: workers }, () => api().createAgent(world.team)));
  connections = Array.from({ length: 2 * workers }, () =>
    openTestDatabase(api().db.url, { maxConnections: 1 }),
  );
});
beforeAll(() => {
  processes = [1, 2].map(() => openTestDatabase(api().db.url, { maxConnections: 4 }));
  batches = processes.map(({ pool }) => new Batches(pool));
});
afterAll(() => Promise.all([...connections, ...processes].map((each) => each.close())));

const contextOf = <A extends TeamActor>(index: number, actor: A) =>
  ({
    db: connections[index],
    batches: batches[index % 2],
    actor,
    requestId: `writer ${index}`,
    ifMatch: null,
    taskArrivals: api().app.taskArrivals,
    leaseFeed: { report() {} },
    changeNotifier: { notify() {} },
    response: {},
  }) as unknown as VerbContext<A>;

/** The state decides which of the writers may; every other error fails the test. */
async function unlessRejected<T>(change: Promise<T>): Promise<T | undefined> {
  return change.catch((error: unknown) => {
    if (!(error instanceof AppError) || error.status !== 409) throw error;
    return undefined;
  });
}

const leaseSeconds = 3_600;

/** Takes task after task, and completes each with the request for the next one. */
async function work(index: number, steps: number): Promise<number> {
  const { teamId } = world.team;
  const ctx = contextOf<AgentActor>(index, { kind: 'agent', id: agents[index]?.id ?? '', teamId });
  let claimed = 0;
  let complete: { taskId: string; attempt: number; result: string } | undefined;
  for (let step = 0; step < steps; step += 1) {
    const input = { teamId, leaseSeconds, wait: 0, complete };
    const task = await unlessRejected(claimNextTask({ ctx, input }));
    complete = task && { taskId: task.id, attempt: task.attempt, result: `Result ${step}` };
    if (!task) continue;
    claimed += 1;
    if (step % 2)
      await unlessRejected(heartbeatTask({ ctx, input: { taskId: task.id, attempt: task.attempt } }));
  }
  return claimed;
}

/** Moves, releases, updates and hands over the same tasks, and ends their leases. */
async function disturb(index: number, taskIds: string[], steps: number): Promise<void> {
  const { teamId } = world.team;
  const db = connections[index] as Database;
  const ctx = contextOf<KeyActor>(index, { kind: 'key', id: world.keyId, teamId, access: 'manage' });
  for (let step = 0; step < steps; step += 1) {
    const taskId = taskIds[(step * 7 + index) % taskIds.length] ?? '';
    const assignedAgentId = agents[(step + index) % workers]?.id ?? null;
    const changes = [
      () => moveTask({ ctx, input: { taskId, status: 'todo' } }),
      () => releaseTask({ ctx, input: { taskId, reason: `Step ${step}` } }),
      () =>
        updateTask({ ctx, input: { taskId, title: `Title ${step}`, description: 'x'.repeat(step * 20) } }),
      () => moveTask({ ctx, input: { taskId, status: 'todo' } }),
      () => updateTask({ ctx, input: { taskId, assignedAgentId } }),
      () => moveTask({ ctx, input: { taskId, status: 'in_progress' } }),
      () =>
        updateTask({ ctx, input: { taskId, assignedAgentId: null, priority: step % 2 ? 'high' : 'low' } }),
      async () => {
        await api().owner.query(
          'update tasks set (lease_expires_at, check_at) = (select at, at from (select now() as at) as time) where id = $1 and lease_expires_at is not null',
          [taskId],
        );
        await sweep(db, api().app.taskArrivals);
      },
    ];
    await unlessRejected<unknown>(changes[(step + index) % changes.length]?.() ?? Promise.resolve());
  }
}

async function hasAllTypes(): Promise<boolean> {
  const types = ['claimed', 'completed', 'released', 'lease_expired', 'moved', 'updated'];
  const seen = new Set((await api().events()).map(({ type }) => type));
  return types.every((type) => seen.has(`task.${type}`));
}

it('8 workers of a queue and 8 writers of the same tasks leave a log with every change in order', async () => {
  const taskIds = await Promise.all(
    Array.from({ length: 6 }, (_, index) => api().createTask(world.team, { title: `Task ${index}` })),
  );
  let claimed = 0;
  // Which changes meet depends on the speed of each writer: several rounds, should one kind be missing.
  do {
    const [counts] = await Promise.all([
      Promise.all(agents.map((_, index) => work(index, 40))),
      Promise.all(agents.map((_, index) => disturb(workers + index, taskIds, 40))),
    ]);
    claimed += counts.reduce((sum, count) => sum + count, 0);
  } while (!(await hasAllTypes()));
  let claims = 0;
  for (const taskId of taskIds) {
    const log = await allEvents(api(), world.team.teamId, world.team.apiKey, { taskId });
    const { errors } = replay(log, await readTask(api(), world, taskId));
    expect(errors).toEqual([]);
    const attempts = log
      .filter(({ type }) => type === 'task.claimed')
      .map(({ snapshot }) => snapshot.attempt);
    claims += attempts.length;
    expect(new Set(attempts).size).toBe(attempts.length);
  }
  expect(claims).toBe(claimed);
});

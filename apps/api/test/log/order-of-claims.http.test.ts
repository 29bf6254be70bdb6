import { type Database, openDatabase } from '@crewboard/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AgentActor, KeyActor, TeamActor } from '../../src/auth/actor.ts';
import { AppError } from '../../src/errors.ts';
import { claimNextTask } from '../../src/features/tasks/claim-next-task.ts';
import { moveTask } from '../../src/features/tasks/move-task.ts';
import type { VerbContext } from '../../src/features/verb-context.ts';
import { useApi } from '../harness.ts';
import { readTask } from '../support/tasks.ts';
import { createWorld, type World } from '../support/world.ts';
import { allEvents } from './support/page-poller.ts';
import { replay } from './support/replay.ts';

const api = useApi();
const workers = 8;
const movers = 8;
const steps = 100;
let world: World;
/** One connection each, without a share: nothing but the rows keeps the writers apart. */
let connections: Database[];

beforeAll(async () => {
  world = await createWorld(api());
  connections = Array.from({ length: workers + movers }, () =>
    openDatabase(api().db.url, { maxConnections: 1 }),
  );
});
afterAll(() => Promise.all(connections.map((connection) => connection.close())));

const contextOf = <A extends TeamActor>(actor: A, writer: number) =>
  ({
    ...{ actor, requestId: `writer ${writer}`, response: {}, db: connections[writer] },
    taskArrivals: api().app.taskArrivals,
  }) as unknown as VerbContext<A>;

/** What an error of a race leaves: the state decided. */
function ignoreConflict(error: unknown): undefined {
  if (!(error instanceof AppError) || error.status !== 409) throw error;
}

/** Claims task after task, completes each second one with the next claim, and returns how many it got. */
async function work(writer: number): Promise<number> {
  const { teamId } = world.team;
  const actor: AgentActor = { kind: 'agent', id: (writer % 2 ? world.ada : world.bob).id, teamId };
  const ctx = contextOf(actor, writer);
  let claims = 0;
  let taskId: string | undefined;
  for (let step = 0; step < steps; step += 1) {
    const complete = taskId !== undefined && step % 2 ? { taskId, result: `Result ${step}` } : undefined;
    const input = { teamId, wait: 0, ...(complete && { complete }) };
    const task = await claimNextTask({ ctx, input }).catch(ignoreConflict);
    taskId = task?.id;
    if (task) claims += 1;
  }
  return claims;
}

async function move(writer: number, taskIds: string[]): Promise<void> {
  const actor: KeyActor = { kind: 'key', id: world.keyId, teamId: world.team.teamId };
  for (let step = 0; step < 2 * steps; step += 1) {
    const taskId = taskIds[(step + writer) % taskIds.length] ?? '';
    const status = step % 3 ? 'todo' : 'in_progress';
    await moveTask({ ctx: contextOf(actor, writer), input: { taskId, status } }).catch(ignoreConflict);
  }
}

it('8 agents that claim what comes next and 8 movers leave a log with every change in order', async () => {
  const taskIds = await Promise.all(
    Array.from({ length: 5 }, (_, index) => api().createTask(world.team, { title: `Task ${index}` })),
  );
  const claims = await Promise.all([
    ...Array.from({ length: workers }, (_, writer) => work(writer)),
    ...Array.from({ length: movers }, async (_, mover) => {
      await move(workers + mover, taskIds);
      return 0;
    }),
  ]);
  let claimed = 0;
  for (const taskId of taskIds) {
    const log = await allEvents(api(), world.team.teamId, world.team.apiKey, { taskId });
    const { errors } = replay(log, await readTask(api(), world, taskId));
    expect(errors).toEqual([]);
    claimed += log.filter(({ type }) => type === 'task.claimed').length;
    // Nobody claims what is held.
    const claimsOfHeld = log.filter(
      ({ type, changes }) => type === 'task.claimed' && !changes?.assignedAgentId,
    );
    expect(claimsOfHeld).toEqual([]);
  }
  expect(claimed).toBe(claims.reduce((sum, count) => sum + count, 0));
  expect(claimed).toBeGreaterThan(workers);
});

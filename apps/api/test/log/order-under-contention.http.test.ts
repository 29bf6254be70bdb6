import type { CompleteTask, MoveTask } from '@crewboard/contracts';
import { ChangeNotifier, type Database, openDatabase } from '@crewboard/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { AgentActor, KeyActor, TeamActor } from '../../src/auth/actor.ts';
import { AppError } from '../../src/errors.ts';
import { updateAgent } from '../../src/features/agents/update-agent.ts';
import { createComment } from '../../src/features/comments/create-comment.ts';
import { claimTask } from '../../src/features/tasks/claim-task.ts';
import { completeTask } from '../../src/features/tasks/complete-task.ts';
import { createTask } from '../../src/features/tasks/create-task.ts';
import { moveTask } from '../../src/features/tasks/move-task.ts';
import { releaseTasks } from '../../src/features/tasks/release-tasks.ts';
import { updateTask } from '../../src/features/tasks/update-task.ts';
import type { VerbContext } from '../../src/features/verb-context.ts';
import { LeaseSweeper } from '../../src/workers/lease-sweeper.ts';
import { useApi } from '../harness.ts';
import { readTask } from '../support/tasks.ts';
import { createWorld, type World } from '../support/world.ts';
import { allEvents } from './support/page-poller.ts';
import { replay } from './support/replay.ts';

const api = useApi();
let world: World;
/** One connection each, without a share: nothing but the rows keeps the writers apart. */
let connections: Database[];
/** Every task of the test under way. */
let created: string[];

beforeAll(async () => {
  world = await createWorld(api());
  connections = Array.from({ length: 8 }, () => openDatabase(api().db.url, { maxConnections: 1 }));
});
afterAll(() => Promise.all(connections.map((connection) => connection.close())));

const large = (letter: string) => letter.repeat(2_000);

/** Ends the agent's token and releases its tasks, as the dashboard does it. Then the agent works again. */
async function deactivateAndReactivate(ctx: VerbContext<KeyActor>, agentId: string): Promise<void> {
  await updateAgent({ ctx, input: { agentId, status: 'inactive' } });
  await releaseTasks({ ctx: { ...ctx, requestId: 'release' }, input: { agentId } });
  await updateAgent({ ctx, input: { agentId, status: 'active' } });
}

/** A task in the place of another, on which all writers go on. */
async function replaceTask(ctx: VerbContext<KeyActor>, taskIds: string[], step: number): Promise<void> {
  const { teamId, projectId } = world.team;
  const description = step % 2 ? large('n') : null;
  const { id } = await createTask({ ctx, input: { teamId, projectId, title: `New ${step}`, description } });
  taskIds[step % taskIds.length] = id;
  created.push(id);
}

/** All that changes a task or tells of it, one after another. */
function write(db: Database, taskIds: string[], step: number): Promise<unknown> {
  const { ada, bob, keyId } = world;
  const { teamId } = world.team;
  const taskId = taskIds[step % taskIds.length] ?? '';
  const agent: AgentActor = { kind: 'agent', id: step % 2 ? ada.id : bob.id, teamId };
  const key: KeyActor = { kind: 'key', id: keyId, teamId };
  const { taskArrivals } = api().app;
  const leaseSweeper = new LeaseSweeper(new ChangeNotifier(api().db.url));
  const as = <A extends TeamActor>(actor: A) =>
    ({
      ...{ db, actor, requestId: `step ${step}`, response: {} },
      ...{ taskArrivals, leaseSweeper },
    }) as unknown as VerbContext<A>;
  const move = (status: z.infer<typeof MoveTask>['status']) =>
    moveTask({ ctx: as(key), input: { taskId, status } });
  const result: z.infer<typeof CompleteTask>['result'] = step % 3 ? large('r') : `Result ${step}`;
  if (step % 50 === 9) return replaceTask(as(key), taskIds, step);
  switch (step % 9) {
    case 0:
      return claimTask({ ctx: as(agent), input: { taskId } });
    case 1:
      return updateTask({
        ctx: as(key),
        input: { taskId, title: `Title ${step}`, description: large('d') + step },
      });
    case 2:
      return completeTask({ ctx: as(agent), input: { taskId, result } });
    case 3:
      return move('todo');
    case 4:
      return createComment({ ctx: as(key), input: { taskId, body: 'So far' } });
    case 5:
      return updateTask({ ctx: as(agent), input: { taskId, priority: step % 4 === 1 ? 'high' : 'low' } });
    case 6:
      return move('in_progress');
    case 7:
      return deactivateAndReactivate(as(key), agent.id);
    default:
      return updateTask({
        ctx: as(key),
        input: { taskId, assignedAgentId: null, description: `Short ${step}` },
      });
  }
}

async function writeOften(writer: number, taskIds: string[], steps: number): Promise<void> {
  const db = connections[writer];
  if (!db) throw new Error('There are eight connections');
  for (let step = 0; step < steps; step += 1) {
    await write(db, taskIds, step + writer * 3).catch((error) => {
      // Which of them may is not the point here: the state decides.
      if (!(error instanceof AppError) || error.status !== 409) throw error;
    });
  }
}

it('8 writers of two tasks leave a log with every change in order', async () => {
  const count = 8;
  const taskIds = await Promise.all(['A', 'B'].map((title) => api().createTask(world.team, { title })));
  created = [...taskIds];
  await Promise.all(Array.from({ length: count }, (_, writer) => writeOften(writer, taskIds, 200)));
  let [events, releases] = [0, 0];
  for (const taskId of created) {
    const log = await allEvents(api(), world.team.teamId, world.team.apiKey, { taskId });
    const { errors } = replay(log, await readTask(api(), world, taskId));
    expect(errors).toEqual([]);
    events += log.length;
    releases += log.filter(({ requestId }) => requestId === 'release').length;
  }
  expect(created.length).toBeGreaterThan(count);
  expect(releases).toBeGreaterThan(0);
  expect(events).toBeGreaterThan(count * 80);
});

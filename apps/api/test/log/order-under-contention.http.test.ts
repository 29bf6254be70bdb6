import { randomBytes } from 'node:crypto';
import type { CompleteTask, MoveTask } from '@crewboard/contracts';
import type { Database, Queryable } from '@crewboard/db';
import { openTestDatabase } from '@crewboard/db/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { z } from 'zod';
import type { AgentActor, KeyActor, TeamActor } from '../../src/auth/actor.ts';
import { Batches } from '../../src/batching/batches.ts';
import { AppError } from '../../src/errors.ts';
import { updateAgent } from '../../src/features/agents/update-agent.ts';
import { createComment } from '../../src/features/comments/create-comment.ts';
import type { KeyedRequest } from '../../src/features/idempotency/keep-response.ts';
import { claimTask } from '../../src/features/tasks/claim-task.ts';
import { completeTask } from '../../src/features/tasks/complete-task.ts';
import { createTask } from '../../src/features/tasks/create/create-task.ts';
import { moveTask } from '../../src/features/tasks/move-task.ts';
import { releaseTasks } from '../../src/features/tasks/release-tasks.ts';
import { updateTask } from '../../src/features/tasks/update-task.ts';
import type { VerbContext } from '../../src/features/verb-context.ts';
import { useApi } from '../harness.ts';
import { readTask } from '../support/tasks.ts';
import { createWorld, type World } from '../support/world.ts';
import { allEvents } from './support/page-poller.ts';
import { replay } from './support/replay.ts';

const api = useApi();
let world: World;
/** One connection per writer, without a share: only the rows order the writers. */
let connections: Database[];
/** The batches of two processes, whose writers they serve in turn. */
let processes: Database[];
/** Every task of the current test. */
let created: string[];
/** How many tasks were released by a deactivation in the current test. */
let released: number;

beforeAll(async () => {
  world = await createWorld(api());
  connections = Array.from({ length: 8 }, () => openTestDatabase(api().db.url, { maxConnections: 1 }));
});
beforeAll(() => {
  processes = [1, 2].map(() => openTestDatabase(api().db.url, { maxConnections: 4 }));
});
afterAll(() => Promise.all([...connections, ...processes].map((each) => each.close())));

/** How the statements of a writer get to the database. */
type Way = { db: Queryable; batches: Batches; keyedRequest?: KeyedRequest };

const large = (letter: string) => letter.repeat(2_000);

/** Ends the agent's token and releases its tasks, as the dashboard does, then reactivates the agent. */
async function deactivateAndReactivate(ctx: VerbContext<KeyActor>, agentId: string): Promise<void> {
  await updateAgent({ ctx, input: { agentId, status: 'inactive' } });
  const { count } = await releaseTasks({ ctx, input: { agentId } });
  released += count;
  await updateAgent({ ctx, input: { agentId, status: 'active' } });
}

/** Replaces a task by a new one, which all writers change from then on. */
async function replaceTask(ctx: VerbContext<KeyActor>, taskIds: string[], step: number): Promise<void> {
  const { teamId, projectId } = world.team;
  const description = step % 2 ? large('n') : null;
  const { id } = await createTask({ ctx, input: { teamId, projectId, title: `New ${step}`, description } });
  taskIds[step % taskIds.length] = id;
  created.push(id);
}

/** All that changes a task or tells of it, one after another. */
function write(way: Way, taskIds: string[], step: number): Promise<unknown> {
  const { ada, bob, keyId } = world;
  const { teamId } = world.team;
  const taskId = taskIds[step % taskIds.length] ?? '';
  const agent: AgentActor = { kind: 'agent', id: step % 2 ? ada.id : bob.id, teamId };
  const key: KeyActor = { kind: 'key', id: keyId, teamId, access: 'manage' };
  const { taskArrivals } = api().app;
  const as = <A extends TeamActor>(actor: A) =>
    ({
      ...way,
      actor,
      requestId: `step ${step}`,
      ifMatch: null,
      leaseSweeper: { wake() {} },
      taskArrivals,
      response: {},
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

const newKey = (): KeyedRequest => ({
  ...{ keyHash: randomBytes(32), requestHash: randomBytes(32) },
  reachedStage: null,
  seal: () => randomBytes(32),
});

/** Changes several rows, one after another. */
const hasSeveralSubjects = (step: number) => step % 9 === 7 || step % 50 === 9;

type Options = { steps: number; way: 'single' | 'keyed' | 'batched'; batches: Batches };

async function writeOften(
  writer: number,
  taskIds: string[],
  { steps, way, batches }: Options,
): Promise<void> {
  const db = connections[writer];
  if (!db) throw new Error('There are eight connections');
  // Whether an agent holds a task when it is deactivated is up to the other writers: all go on until one did, within bounds.
  for (let count = 0; count < steps || (released === 0 && count < 40 * steps); count += 1) {
    const step = count + writer * 3;
    const ofWriter = { db, batches: way === 'single' ? new Batches(db.pool) : batches };
    const key = way === 'keyed' && !hasSeveralSubjects(step) ? { keyedRequest: newKey() } : {};
    await write({ ...ofWriter, ...key }, taskIds, step).catch((error) => {
      // Which of them may is not the point here: the state decides. 400: a move to an agent that is deactivated just then.
      if (!(error instanceof AppError) || ![400, 409].includes(error.status)) throw error;
    });
  }
}

it.each([
  ['with a statement each', 'single'],
  ['in batches of two processes', 'batched'],
  ['in batches of two processes, with an Idempotency-Key each', 'keyed'],
] as const)('8 writers of two tasks %s leave a log with every change in order', async (_, way) => {
  const count = 8;
  const taskIds = await Promise.all(['A', 'B'].map((title) => api().createTask(world.team, { title })));
  created = [...taskIds];
  released = 0;
  const batches = processes.map(({ pool }) => new Batches(pool));
  await Promise.all(
    Array.from({ length: count }, (_, writer) =>
      writeOften(writer, taskIds, { steps: 50, way, batches: batches[writer % 2] as Batches }),
    ),
  );
  let events = 0;
  for (const taskId of created) {
    const log = await allEvents(api(), world.team.teamId, world.team.apiKey, { taskId });
    const { errors } = replay(log, await readTask(api(), world, taskId));
    expect(errors).toEqual([]);
    events += log.length;
  }
  expect(created.length).toBeGreaterThan(count);
  expect(released).toBeGreaterThan(0);
  // How many of the writes are possible is up to their order: 160 to 200 have been seen.
  expect(events).toBeGreaterThan(count * 10);
});

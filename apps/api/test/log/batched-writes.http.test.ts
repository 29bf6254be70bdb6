import type { Task } from '@crewboard/contracts';
import { openTestDatabase } from '@crewboard/db/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import type { AgentActor, KeyActor, TeamActor } from '../../src/auth/actor.ts';
import { Batches } from '../../src/batching/batches.ts';
import { claimNextTask } from '../../src/features/tasks/claim-next-task.ts';
import { claimTask } from '../../src/features/tasks/claim-task.ts';
import { completeTask } from '../../src/features/tasks/complete-task.ts';
import { createTask } from '../../src/features/tasks/create/create-task.ts';
import type { VerbContext } from '../../src/features/verb-context.ts';
import { TeamDatabases } from '../../src/limits/team-databases.ts';
import { type TestAgent, type TestTeam, useApi } from '../harness.ts';
import { readTask } from '../support/tasks.ts';
import { createWorld, type World } from '../support/world.ts';
import { allEvents } from './support/page-poller.ts';

const api = useApi();
let world: World;
let batches: Batches;

beforeEach(async () => {
  world = await createWorld(api());
  batches = new Batches(api().db.pool);
});

const contextOf = <A extends TeamActor>(actor: A) =>
  ({
    db: new TeamDatabases(api().db, 60_000).of(actor.teamId),
    batches,
    actor,
    requestId: 'batched',
    ifMatch: null,
    taskArrivals: api().app.taskArrivals,
    changeNotifier: { notify() {} },
    response: {},
  }) as unknown as VerbContext<A>;

const asAgent = ({ id }: TestAgent, { teamId }: TestTeam = world.team) =>
  contextOf<AgentActor>({ kind: 'agent', id, teamId });
const asKey = ({ teamId }: TestTeam = world.team) =>
  contextOf<KeyActor>({ kind: 'key', id: world.keyId, teamId, access: 'manage' });

const claim = (agent: TestAgent, taskId: string, team?: TestTeam) =>
  claimTask({ ctx: asAgent(agent, team), input: { taskId } });
const complete = (agent: TestAgent, taskId: string, result: string | null = null) =>
  completeTask({ ctx: asAgent(agent), input: { taskId, result } });
const claimNext = (agent: TestAgent, filters: { priority?: 'high'; projectId?: string } = {}) =>
  claimNextTask({ ctx: asAgent(agent), input: { teamId: world.team.teamId, wait: 0, ...filters } });

/** What each of the calls that were made in one turn, and so in one batch, gets. */
async function outcomes<T>(calls: Promise<T>[]): Promise<unknown[]> {
  return (await Promise.allSettled(calls)).map((outcome) =>
    outcome.status === 'fulfilled' ? outcome.value : (outcome.reason as { code?: string }).code,
  );
}

const createTasks = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => api().createTask(world.team, { title: `Task ${n}` })));
const createAgents = (count: number) =>
  Promise.all(Array.from({ length: count }, (_, n) => api().createAgent(world.team, `Agent ${n}`)));
const logOf = (taskId: string) => allEvents(api(), world.team.teamId, world.team.apiKey, { taskId });
const typesOf = async (taskId: string) => (await logOf(taskId)).map(({ type }) => type);

async function taskCountOf({ id }: TestAgent): Promise<number> {
  const reply = await api().request('GET', `/api/agents/${id}`, { token: world.team.apiKey });
  return (reply.body as { taskCount: number }).taskCount;
}

describe('claims in one batch', () => {
  it('of one task: the first gets it, and every other gets the error of a late claim', async () => {
    const [taskId = ''] = await createTasks(1);
    const agents = [world.ada, world.bob, ...(await createAgents(6))];
    const [first, ...others] = await outcomes(agents.map((agent) => claim(agent, taskId)));
    expect(first).toMatchObject({ id: taskId, assignedAgentId: world.ada.id, attempt: 1 });
    expect(others).toEqual(others.map(() => 'TASK_ALREADY_CLAIMED'));
    expect(await typesOf(taskId)).toEqual(['task.created', 'task.claimed']);
  });

  it('of one task: one that is rejected is not in the way of the next', async () => {
    const taskId = await api().createTask(world.team, { assignedAgentId: world.bob.id });
    expect(await outcomes([claim(world.ada, taskId), claim(world.bob, taskId)])).toMatchObject([
      'TASK_ASSIGNED_TO_OTHER',
      { id: taskId, assignedAgentId: world.bob.id },
    ]);
  });

  it('of two teams: each gets its own tasks only', async () => {
    const other = await createWorld(api());
    const [mine = ''] = await createTasks(1);
    const theirs = await api().createTask(other.team, {});
    expect(
      await outcomes([
        claim(world.ada, theirs),
        claim(other.ada, theirs, other.team),
        claim(world.ada, mine),
      ]),
    ).toMatchObject(['NOT_FOUND', { id: theirs }, { id: mine }]);
  });

  it('waits for no lock: only the claim of the locked task is late', async () => {
    const [locked = '', free = ''] = await createTasks(2);
    const holder = await api().db.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select pg_advisory_xact_lock(hashtextextended($1, 6))', [locked]);
      const late = claim(world.ada, locked);
      expect(await claim(world.bob, free)).toMatchObject({ assignedAgentId: world.bob.id });
      await holder.query('commit');
      expect(await late).toMatchObject({ assignedAgentId: world.ada.id });
    } finally {
      holder.release();
    }
  });

  it('decides on the task as it is now when it has changed since the snapshot', async () => {
    const [taskId = ''] = await createTasks(1);
    const two = [1, 2].map(() => new Batches(api().db.pool));
    const claims = two.map((each, index) =>
      claimTask({
        ctx: { ...asAgent(index ? world.ada : world.bob), batches: each },
        input: { taskId },
      }),
    );
    const found = await outcomes(claims);
    expect(found.filter((outcome) => outcome === 'TASK_ALREADY_CLAIMED')).toHaveLength(1);
    expect(await typesOf(taskId)).toEqual(['task.created', 'task.claimed']);
  });

  it('checks the versions of each call', async () => {
    const [a = '', b = ''] = await createTasks(2);
    const withVersion = (agent: TestAgent, ifMatch: number[], taskId: string) =>
      claimTask({ ctx: { ...asAgent(agent), ifMatch }, input: { taskId } });
    expect(await outcomes([withVersion(world.ada, [2, 3], a), withVersion(world.bob, [1], b)])).toMatchObject(
      ['PRECONDITION_FAILED', { id: b, version: 2 }],
    );
  });
});

describe('completions in one batch', () => {
  it('of one agent: count every one', async () => {
    const taskIds = await createTasks(5);
    const completed = (await outcomes(taskIds.map((id) => complete(world.ada, id, `Of ${id}`)))) as Task[];
    expect(completed.map(({ result }) => result)).toEqual(taskIds.map((id) => `Of ${id}`));
    expect(await taskCountOf(world.ada)).toBe(5);
    expect(await taskCountOf(world.bob)).toBe(0);
  });

  it('of one task: repeating the first one is a success, and another one is an error', async () => {
    const [taskId = ''] = await createTasks(1);
    await claim(world.ada, taskId);
    expect(
      await outcomes([
        complete(world.ada, taskId, 'Same'),
        complete(world.ada, taskId, 'Same'),
        complete(world.ada, taskId, 'Other'),
        complete(world.bob, taskId, 'Same'),
      ]),
    ).toMatchObject([{ result: 'Same' }, { result: 'Same' }, 'TASK_ALREADY_COMPLETED', 'NOT_CLAIM_HOLDER']);
    expect(await taskCountOf(world.ada)).toBe(1);
    expect(await typesOf(taskId)).toEqual(['task.created', 'task.claimed', 'task.completed']);
  });

  it('have large and small results, each its own', async () => {
    const [small = '', large = ''] = await createTasks(2);
    const text = 'x'.repeat(100_000);
    expect(
      await outcomes([complete(world.ada, small, 'Short'), complete(world.ada, large, text)]),
    ).toMatchObject([{ result: 'Short' }, { result: text }]);
    expect((await logOf(large)).at(-1)?.changes?.result).toEqual({ before: null, after: text });
  });

  it('wait for nobody who writes the row of their agent, and count all the same', async () => {
    const [first = '', second = ''] = await createTasks(2);
    const holder = await api().db.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select from agents where id = $1 for no key update', [world.ada.id]);
      expect(await outcomes([complete(world.ada, first), complete(world.ada, second)])).toMatchObject([
        { id: first, status: 'done' },
        { id: second, status: 'done' },
      ]);
      expect(await taskCountOf(world.ada)).toBe(2);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
  });

  it('of the same agents in two processes count every one, in any order of the calls', async () => {
    const agents = await createAgents(6);
    const processes = [1, 2].map(() => openTestDatabase(api().db.url, { maxConnections: 4 }));
    try {
      const each = processes.map(({ pool }) => new Batches(pool));
      const rounds = 8;
      for (let round = 0; round < rounds; round += 1) {
        const taskIds = await createTasks(2 * agents.length);
        await Promise.all(
          taskIds.map((taskId, index) => {
            // The second process completes in the opposite order.
            const second = index >= agents.length;
            const agent = second ? agents[2 * agents.length - 1 - index] : agents[index];
            const ctx = { ...asAgent(agent as TestAgent), batches: each[second ? 1 : 0] as Batches };
            return completeTask({ ctx, input: { taskId } });
          }),
        );
      }
      for (const agent of agents) expect(await taskCountOf(agent)).toBe(2 * rounds);
    } finally {
      await Promise.all(processes.map((each) => each.close()));
    }
  });
});

describe('claims of a queue in one batch', () => {
  it('get different tasks in the order of the queue, until there is none', async () => {
    const taskIds = [];
    for (let n = 0; n < 6; n += 1) taskIds.push(await api().createTask(world.team, { title: `Task ${n}` }));
    const agents = await createAgents(8);
    const found = (await outcomes(agents.map((agent) => claimNext(agent)))) as (Task | undefined)[];
    expect(found.map((task) => task?.id)).toEqual([...taskIds, undefined, undefined]);
    expect(found.map((task) => task?.assignedAgentId)).toEqual([
      ...agents.slice(0, 6).map(({ id }) => id),
      undefined,
      undefined,
    ]);
  });

  it('of other filters share no task', async () => {
    for (let n = 0; n < 4; n += 1) await api().createTask(world.team, { priority: 'high' });
    const agents = await createAgents(4);
    const { projectId } = world.team;
    const filters = [{}, { priority: 'high' as const }, { projectId }, {}];
    const claims = agents.map((agent, index) => claimNext(agent, filters[index]));
    const found = (await outcomes(claims)) as Task[];
    expect(new Set(found.map(({ id }) => id)).size).toBe(4);
  });

  it('take what is assigned to the agent first, and nothing that is assigned to another', async () => {
    const [free = ''] = await createTasks(1);
    const own = await api().createTask(world.team, { assignedAgentId: world.bob.id });
    expect(await outcomes([claimNext(world.bob), claimNext(world.ada), claimNext(world.ada)])).toMatchObject([
      { id: own },
      { id: free },
      undefined,
    ]);
  });

  it('of one agent get one task each', async () => {
    const taskIds = await createTasks(3);
    const found = (await outcomes([1, 2, 3].map(() => claimNext(world.ada)))) as Task[];
    expect(found.map(({ id }) => id).sort()).toEqual(taskIds.sort());
  });

  it('get a task with large texts too', async () => {
    const description = 'd'.repeat(100_000);
    const large = await api().createTask(world.team, { description });
    const small = await api().createTask(world.team, {});
    const found = (await outcomes([claimNext(world.ada), claimNext(world.bob)])) as Task[];
    expect(found.map(({ id }) => id).sort()).toEqual([large, small].sort());
    expect(found.find(({ id }) => id === large)?.description).toBe(description);
  });
});

describe('new tasks in one batch', () => {
  const create = (extra: object) =>
    createTask({ ctx: asKey(), input: { ...world.team, title: 'New', ...extra } as never });

  it('have their own values, and only those with unknown references are rejected', async () => {
    const found = await outcomes([
      create({ title: 'One', priority: 'high', description: 'Short' }),
      create({ projectId: 'unknown' }),
      create({ assignedAgentId: world.ada.id, description: 'd'.repeat(50_000) }),
      create({ assignedAgentId: 'unknown' }),
      create({ title: 'Five', assignedAgentId: world.bob.id }),
    ]);
    expect(found).toMatchObject([
      { title: 'One', priority: 'high', description: 'Short', assignedAgentId: null, status: 'todo' },
      'VALIDATION_ERROR',
      { description: 'd'.repeat(50_000), assignedAgentId: world.ada.id },
      'VALIDATION_ERROR',
      { title: 'Five', assignedAgentId: world.bob.id, status: 'todo' },
    ]);
    for (const { id } of found.filter((task) => typeof task === 'object') as Task[]) {
      expect(await typesOf(id)).toEqual(['task.created']);
      expect(await readTask(api(), world, id)).toMatchObject({ id, version: 1 });
    }
  });

  it('that the database rejects fail alone', async () => {
    expect(await outcomes([create({}), create({ title: 'x'.repeat(501) }), create({})])).toMatchObject([
      { title: 'New' },
      '23514',
      { title: 'New' },
    ]);
  });
});

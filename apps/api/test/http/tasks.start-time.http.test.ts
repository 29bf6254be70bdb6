import { Problem, Task } from '@crewboard/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import { expectBody, expectProblem, type Reply, useApi } from '../harness.ts';
import { checkEachInvalid } from '../support/check-each.ts';
import { claimNext, waitUntilIdle } from '../support/claim-next.ts';
import { onlyNotifiedSweeps, passStartTime, sweep } from '../support/leases.ts';
import { byKey, eventRow, expectRejected, record } from '../support/log.ts';
import { calls, done, readTask, type Situation, taskIn } from '../support/tasks.ts';
import { createWorld, type World } from '../support/world.ts';

// Nothing is found by looking once a second: a waiting agent gets a task because it is told of it.
const api = useApi({ bounds: { ...onlyNotifiedSweeps.bounds, probeIntervalMs: 3_600_000 } });
let world: World;
beforeEach(async () => {
  world = await createWorld(api());
});

const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString();
const create = (notBefore: unknown, token = world.team.apiKey) =>
  api().request('POST', `/api/teams/${world.team.teamId}/tasks`, {
    token,
    body: { title: 'T', projectId: world.team.projectId, notBefore },
  });
const update = (taskId: string, patch: object) => calls(api()).update(world.team.apiKey, taskId, patch);

async function storedOf(taskId: string) {
  const { rows } = await api().owner.query(
    `select in_queue as "inQueue", version, coalesce(check_at = not_before, false) as "isChecked" from tasks where id = $1`,
    [taskId],
  );
  return rows[0];
}

describe('notBefore', () => {
  it('201: on creation, by a key and by an agent, and in the event', async () => {
    for (const token of [world.team.apiKey, world.ada.token]) {
      const notBefore = hours(1);
      const { reply, events } = await record(api(), () => create(notBefore, token));
      const task = expectBody(reply, 201, Task);
      expect(task).toMatchObject({ status: 'todo', notBefore });
      expect(await readTask(api(), world, task.id)).toEqual(task);
      expect(events).toMatchObject([{ type: 'task.created', snapshot: task }]);
      expect(await storedOf(task.id)).toEqual({ inQueue: false, version: 1, isChecked: true });
    }
  });

  it('is stored with milliseconds, and null counts as absent', async () => {
    expect(expectBody(await create(null), 201, Task).notBefore).toBeNull();
    const seconds = hours(2).slice(0, 19);
    const task = expectBody(await create(`${seconds}Z`), 201, Task);
    expect(task.notBefore).toBe(`${seconds}.000Z`);
    expect(await readTask(api(), world, task.id)).toEqual(task);
  });

  it('200: an update sets, changes and removes it, each with an event', async () => {
    const taskId = await api().createTask(world.team);
    const times = [hours(1), hours(2), null];
    let before: string | null = null;
    for (const notBefore of times) {
      const { reply, events } = await record(api(), () => update(taskId, { notBefore }));
      const task = expectBody(reply, 200, Task);
      expect(task.notBefore).toBe(notBefore);
      expect(await readTask(api(), world, taskId)).toEqual(task);
      const changes = { notBefore: { before, after: notBefore } };
      expect(events).toEqual([
        eventRow({ reply, world, actor: byKey(world), type: 'task.updated', snapshot: task, changes }),
      ]);
      before = notBefore;
      expect(await storedOf(taskId)).toMatchObject({ inQueue: !notBefore, isChecked: notBefore !== null });
    }
  });

  it('an agent writes it on what it created, while nobody holds that', async () => {
    const { id } = expectBody(await create(hours(1), world.ada.token), 201, Task);
    const byAgent = (agent: { token: string }, notBefore: string | null) => () =>
      calls(api()).update(agent.token, id, { notBefore });
    expectBody(await byAgent(world.ada, null)(), 200, Task);
    await expectRejected(api(), 403, 'FORBIDDEN', byAgent(world.bob, hours(1)));
    await done(calls(api()).claim(world.ada.token, id));
    await expectRejected(api(), 409, 'TASK_ALREADY_CLAIMED', byAgent(world.ada, hours(1)));
  });

  it('one that has passed counts as absent', async () => {
    const { id, notBefore } = expectBody(await create(hours(-1)), 201, Task);
    expect(notBefore).toBeNull();
    const task = await done(update(id, { notBefore: '2020-01-31T09:30:00Z' }));
    expect(task).toMatchObject({ notBefore: null, version: 1 });
    await done(update(id, { notBefore: hours(1) }));
    expect(await done(update(id, { notBefore: hours(-1) }))).toMatchObject({ notBefore: null, version: 3 });
  });

  it('400: more than a year ahead, a day, a local time, one with an offset, and what is no time', async () => {
    const taskId = await api().createTask(world.team);
    const tooFar = [hours(367 * 24), '9999-12-31T00:00:00Z'];
    const others = ['2099-01-31', '2099-01-31T09:30:00', '2099-01-31T09:30:00+01:00', '0000-01-31T09:30:00Z'];
    const rows = [...tooFar, ...others, 5, 'tomorrow'].map((time) => ['notBefore', time] as const);
    await checkEachInvalid(api(), rows, (_, notBefore) => create(notBefore));
    await checkEachInvalid(api(), rows, (_, notBefore) => update(taskId, { notBefore }));
  });
});

describe('a task whose time has not come', () => {
  type Start = (taskId: string) => Promise<Reply>;
  const starts: [string, Situation, Start][] = [
    ['claim', 'todo', (id) => calls(api()).claim(world.ada.token, id)],
    ['claim of the assigned agent', 'todo for Ada', (id) => calls(api()).claim(world.ada.token, id)],
    ['complete without a claim', 'todo', (id) => calls(api()).complete(world.ada.token, id)],
    ['move by an agent', 'todo', (id) => calls(api()).move(world.ada.token, id, 'in_progress')],
    [
      'move by a key of an assigned task',
      'todo for Ada',
      (id) => calls(api()).move(world.team.apiKey, id, 'in_progress'),
    ],
    ['hand-over', 'held by Ada', (id) => update(id, { assignedAgentId: world.bob.id })],
    [
      'assignment in progress',
      'in progress with nobody',
      (id) => update(id, { assignedAgentId: world.bob.id }),
    ],
  ];

  it.each(starts)('409: %s, with the time', async (_, situation, start) => {
    const taskId = await taskIn(api(), world, situation);
    const notBefore = hours(1);
    await done(update(taskId, { notBefore }));
    const problem = await expectRejected(api(), 409, 'TASK_NOT_CLAIMABLE', () => start(taskId));
    expect(problem).toMatchObject({
      notBefore,
      detail: `The task cannot be started before ${notBefore}.`,
    });
    await passStartTime(api(), taskId);
    expectBody(await start(taskId), 200, Task);
  });

  it.each<Situation>(['held by Ada', 'in progress with nobody'])(
    '409: hand-over of a task %s that gives it such a time, with the time',
    async (situation) => {
      const taskId = await taskIn(api(), world, situation);
      const notBefore = hours(1);
      const problem = await expectRejected(api(), 409, 'TASK_NOT_CLAIMABLE', () =>
        update(taskId, { assignedAgentId: world.bob.id, notBefore }),
      );
      expect(problem).toMatchObject({
        notBefore,
        detail: `The task cannot be started before ${notBefore}.`,
      });
    },
  );

  it('409: the time is in no other error', async () => {
    const taskId = await taskIn(api(), world, 'cancelled');
    await done(update(taskId, { notBefore: hours(1) }));
    const reply = await calls(api()).claim(world.ada.token, taskId);
    expectProblem(reply, 409, 'TASK_NOT_CLAIMABLE');
    expect(Problem.parse(reply.body)).not.toHaveProperty('notBefore');
  });

  it('is not handed out, and is once it has come: silently', async () => {
    const { id } = expectBody(await create(hours(1)), 201, Task);
    const claim = () => claimNext(api(), world.team, world.ada);
    expect((await claim()).status).toBe(204);
    const before = await readTask(api(), world, id);
    await passStartTime(api(), id);
    await sweep(api());
    const task = await readTask(api(), world, id);
    expect(task).toEqual({ ...before, notBefore: task.notBefore });
    expect(await api().events(id)).toHaveLength(1);
    expect(expectBody(await claim(), 200, Task)).toMatchObject({ id, attempt: 1, notBefore: null });
  });

  it('is passed over for another task, and handed out once it has no start time', async () => {
    const { id } = expectBody(await create(hours(1)), 201, Task);
    const other = await api().createTask(world.team);
    expect(expectBody(await claimNext(api(), world.team, world.ada), 200, Task).id).toBe(other);
    await done(update(id, { notBefore: null }));
    expect(expectBody(await claimNext(api(), world.team, world.ada), 200, Task).id).toBe(id);
  });

  it('wakes a waiting agent at its time', async () => {
    const { id } = expectBody(await create(hours(1)), 201, Task);
    const reply = claimNext(api(), world.team, world.ada, { wait: 30 });
    await waitUntilIdle(api(), 1);
    await passStartTime(api(), id);
    await sweep(api());
    expect(expectBody(await reply, 200, Task).id).toBe(id);
  });

  it('that comes sooner than the sweeper looks wakes a waiting agent all the same', async () => {
    const reply = claimNext(api(), world.team, world.ada, { wait: 30 });
    await waitUntilIdle(api(), 1);
    const { id } = expectBody(await create(new Date(Date.now() + 500).toISOString()), 201, Task);
    expect(expectBody(await reply, 200, Task).id).toBe(id);
  });

  it('comes into the queue after a comment at its time', async () => {
    const { id } = expectBody(await create(hours(1)), 201, Task);
    const reply = claimNext(api(), world.team, world.ada, { wait: 30 });
    await waitUntilIdle(api(), 1);
    await passStartTime(api(), id);
    const token = world.team.apiKey;
    await api().request('POST', `/api/tasks/${id}/comments`, { token, body: { body: 'Any news?' } });
    await sweep(api());
    expect(expectBody(await reply, 200, Task).id).toBe(id);
  });

  it('keeps it while it is held, closed, or assigned to a person', async () => {
    const notBefore = hours(1);
    for (const situation of ['held by Ada', 'done by nobody', 'cancelled'] as const) {
      const taskId = await taskIn(api(), world, situation);
      await done(update(taskId, { notBefore }));
      expect(await storedOf(taskId)).toMatchObject({ inQueue: false, isChecked: false });
      const task = await done(calls(api()).move(world.team.apiKey, taskId, 'todo'));
      expect(task).toMatchObject({ status: 'todo', notBefore });
      expect(await storedOf(taskId)).toMatchObject({ inQueue: false, isChecked: true });
    }
  });

  it('is started once: 8 agents at once at its time', async () => {
    const { id } = expectBody(await create(hours(1)), 201, Task);
    await passStartTime(api(), id);
    const agents = await Promise.all(Array.from({ length: 8 }, () => api().createAgent(world.team)));
    const sweeping = sweep(api());
    const replies = await Promise.all(agents.map(({ token }) => calls(api()).claim(token, id)));
    await sweeping;
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await storedOf(id)).toMatchObject({ inQueue: false, version: 2 });
  });
});

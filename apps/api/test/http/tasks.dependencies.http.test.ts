import { Task } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { expectBody, expectProblem, useApi } from '../harness.ts';
import { checkEachInvalid } from '../support/check-each.ts';
import { expectInvalid, expectRejected } from '../support/log.ts';
import { calls, claimNext, done, readTask } from '../support/tasks.ts';
import { createWorld, unknownId } from '../support/world.ts';

const api = useApi();

/** A world with tasks that wait for nothing, and the calls on them with the key of the team. */
async function worldOf(count: number) {
  const world = await createWorld(api());
  const { team, ada } = world;
  const blockers: string[] = [];
  for (let number = 0; number < count; number += 1)
    blockers.push(await api().createTask(team, { title: `Blocker ${number}` }));
  const create = (body: object, token = team.apiKey) =>
    api().request('POST', `/api/teams/${team.teamId}/tasks`, {
      token,
      body: { title: 'Waiting', projectId: team.projectId, ...body },
    });
  const waiting = async (blockedBy = blockers) => (await done(create({ blockedBy }))).id;
  const setBlockers = (taskId: string, blockedBy: unknown, token = team.apiKey) =>
    calls(api()).update(token, taskId, { blockedBy });
  const move = (taskId: string, status: Task['status']) =>
    done(calls(api()).move(team.apiKey, taskId, status));
  const complete = (taskId: string) => done(calls(api()).complete(ada.token, taskId));
  const read = (taskId: string) => readTask(api(), world, taskId);
  return { ...world, blockers, create, waiting, setBlockers, move, complete, read };
}

/** The types of the events of a task, with who caused each. */
const historyOf = async (taskId: string) =>
  (await api().events(taskId)).map(({ type, actorKind }) => `${type} by ${actorKind}`);

const countsOf = async (taskId: string) => {
  const { rows } = await api().db.pool.query(
    'select open_blockers, cancelled_blockers, dependants from tasks where id = $1',
    [taskId],
  );
  return Object.values(rows[0] ?? {});
};

describe('a task that waits for others', () => {
  it('is blocked until the last of them is done, and says so then', async () => {
    const { blockers, waiting, complete, move, read } = await worldOf(2);
    const [first, second] = blockers as [string, string];
    const taskId = await waiting();
    expect(await read(taskId)).toMatchObject({ blockedBy: [first, second], isBlocked: true, version: 1 });
    await complete(first);
    expect(await read(taskId)).toMatchObject({ isBlocked: true, version: 1 });
    await move(second, 'done');
    expect(await read(taskId)).toMatchObject({ isBlocked: false, version: 2 });
    expect(await historyOf(taskId)).toEqual(['task.created by key', 'task.unblocked by system']);
    const [, unblocked] = await api().events(taskId);
    expect(unblocked?.changes).toEqual({ isBlocked: { before: true, after: false } });
    await move(first, 'todo');
    expect(await read(taskId)).toMatchObject({ isBlocked: true, version: 3 });
    expect((await historyOf(taskId)).at(-1)).toBe('task.blocked by system');
  });

  it('is created unblocked after what is done, and later blocked by its reopening', async () => {
    const { blockers, waiting, complete, move, read } = await worldOf(1);
    const [first] = blockers as [string];
    await complete(first);
    const taskId = await waiting();
    expect(await read(taskId)).toMatchObject({ isBlocked: false });
    await move(first, 'in_progress');
    expect(await read(taskId)).toMatchObject({ isBlocked: true });
  });

  it('stays blocked while one of them is cancelled, until that is reopened and done', async () => {
    const { blockers, waiting, complete, move, read } = await worldOf(1);
    const [first] = blockers as [string];
    const taskId = await waiting();
    await move(first, 'cancelled');
    expect([await countsOf(taskId), (await read(taskId)).version]).toEqual([[1, 1, 0], 1]);
    await move(first, 'todo');
    expect(await countsOf(taskId)).toEqual([1, 0, 0]);
    await complete(first);
    expect(await read(taskId)).toMatchObject({ isBlocked: false });
  });

  it('is not started: every start is a 409 that names what it waits for', async () => {
    const { team, ada, blockers, waiting, complete } = await worldOf(2);
    const [first, second] = blockers as [string, string];
    const taskId = await waiting();
    await complete(first);
    const { claim, complete: completeAs, move, update } = calls(api());
    const starts = [
      () => claim(ada.token, taskId),
      () => completeAs(ada.token, taskId),
      () => move(ada.token, taskId, 'in_progress'),
    ];
    for (const start of starts) {
      const problem = await expectRejected(api(), 409, 'TASK_BLOCKED', start);
      expect(problem).toMatchObject({
        openBlockerIds: [second],
        detail: `The task waits for ${second}, not done yet.`,
      });
    }
    await done(update(team.apiKey, taskId, { assignedAgentId: ada.id }));
    await expectRejected(api(), 409, 'TASK_BLOCKED', () => move(team.apiKey, taskId, 'in_progress'));
  });

  it('cannot be started after its blocker was cancelled, which the error names', async () => {
    const { blockers, waiting, move, ada } = await worldOf(1);
    const taskId = await waiting();
    await move(blockers[0] as string, 'cancelled');
    const claim = () => calls(api()).claim(ada.token, taskId);
    const problem = await expectRejected(api(), 409, 'TASK_BLOCKED', claim);
    expect(problem).toMatchObject({ openBlockerIds: blockers });
  });

  it('is handed out as soon as it is unblocked', async () => {
    const { team, ada, bob, blockers, waiting } = await worldOf(1);
    const taskId = await waiting();
    const takeAll = async (token: string) => {
      const ids: string[] = [];
      for (;;) {
        const reply = await claimNext(api(), token, team);
        if (reply.status === 204) return ids;
        ids.push(expectBody(reply, 200, Task).id);
      }
    };
    const first = await takeAll(ada.token);
    expect(first).toEqual(expect.arrayContaining(blockers));
    expect(first).not.toContain(taskId);
    await done(calls(api()).complete(ada.token, blockers[0] as string));
    expect(await takeAll(bob.token)).toEqual([taskId]);
  });

  it('that is held already is completed and released as ever', async () => {
    const { ada, blockers, setBlockers, create } = await worldOf(1);
    const { claim, complete, release } = calls(api());
    for (const end of [complete, release]) {
      const { id } = await done(create({}));
      await done(claim(ada.token, id));
      expect(expectBody(await setBlockers(id, blockers), 200, Task).isBlocked).toBe(true);
      await done(end(ada.token, id));
    }
  });

  it('is unassigned and moved by people and keys as ever', async () => {
    const { waiting, move, read } = await worldOf(1);
    const taskId = await waiting();
    await move(taskId, 'in_progress');
    await move(taskId, 'cancelled');
    expect(await read(taskId)).toMatchObject({ status: 'cancelled', isBlocked: true });
  });
});

describe('an edit of blockedBy', () => {
  it('replaces the set in any order, and writes the event of the edit and that the task is unblocked', async () => {
    const { team, blockers, waiting, setBlockers, complete } = await worldOf(3);
    const [first, second, third] = blockers as [string, string, string];
    const taskId = await waiting([first, second]);
    await complete(first);
    const same = expectBody(await setBlockers(taskId, [second, first, second]), 200, Task);
    expect(same).toMatchObject({ version: 1, blockedBy: [first, second] });
    const edited = expectBody(await setBlockers(taskId, [third, first]), 200, Task);
    expect(edited).toMatchObject({ version: 2, isBlocked: true, blockedBy: [first, third].sort() });
    expect([await countsOf(second), await countsOf(third)]).toEqual([
      [0, 0, 0],
      [0, 0, 1],
    ]);
    const freed = expectBody(await setBlockers(taskId, [first]), 200, Task);
    expect(freed).toMatchObject({ version: 4, isBlocked: false, blockedBy: [first] });
    const { get } = calls(api());
    expect(expectBody(await get(team.apiKey, taskId), 200, Task)).toEqual(freed);
    expect(await historyOf(taskId)).toEqual([
      'task.created by key',
      'task.updated by key',
      'task.updated by key',
      'task.unblocked by system',
    ]);
    expect((await api().events(taskId)).at(2)?.changes).toEqual({
      blockedBy: { before: [first, third].sort(), after: [first] },
    });
  });

  it('rejects what is no list of at most 50 tasks of the team', async () => {
    const { blockers, setBlockers, create } = await worldOf(1);
    const other = await worldOf(1);
    const ids = Array.from({ length: 51 }, (_, index) => `id${index}`);
    const rows: [string, unknown][] = [[unknownId], other.blockers, 'task', ids].map((each) => [
      'blockedBy',
      each,
    ]);
    rows.push(['blockedBy.0', ['']]);
    await checkEachInvalid(api(), rows, (_, blockedBy) => create({ blockedBy }));
    // In a new task, null counts as absent.
    rows.push(['blockedBy', null]);
    await checkEachInvalid(api(), rows, (_, blockedBy) => setBlockers(blockers[0] as string, blockedBy));
  });

  it('rejects the task itself, and every cycle, which it names', async () => {
    const { blockers, setBlockers } = await worldOf(3);
    const [a, b, c] = blockers as [string, string, string];
    await expectInvalid(api(), ['blockedBy'], () => setBlockers(a, [a]));
    await done(setBlockers(a, [b]));
    await done(setBlockers(b, [c]));
    const problem = await expectRejected(api(), 409, 'DEPENDENCY_CYCLE', () => setBlockers(c, [a]));
    expect(problem).toMatchObject({ cycle: [c, a, b] });
    expect(problem.detail).toBe(
      `The task would wait for itself: ${c} waits for ${a} waits for ${b} waits for ${c}.`,
    );
  });

  it('rejects the 501st task that waits for one', async () => {
    const { blockers, create } = await worldOf(1);
    const [first] = blockers as [string];
    await api().db.pool.query('update tasks set dependants = 500 where id = $1', [first]);
    await expectRejected(api(), 409, 'LIMIT_REACHED', () => create({ blockedBy: [first] }));
  });

  it('keeps a blocker for which 500 tasks wait', async () => {
    const { blockers, create, team } = await worldOf(2);
    const [full] = blockers as [string];
    const taskId = (await done(create({ blockedBy: [full] }))).id;
    await api().db.pool.query('update tasks set dependants = 500 where id = $1', [full]);
    const { blockedBy } = await done(calls(api()).update(team.apiKey, taskId, { blockedBy: blockers }));
    expect(blockedBy).toEqual(blockers.toSorted());
  });

  it('with a hand-over is judged by what the task waits for then', async () => {
    const { blockers, create, move, read, team, ada, bob } = await worldOf(1);
    const handOver = (taskId: string, agentId: string, blockedBy: string[]) =>
      calls(api()).update(team.apiKey, taskId, { assignedAgentId: agentId, blockedBy });
    const free = (await done(create({}))).id;
    await move(free, 'in_progress');
    for (const agentId of [ada.id, bob.id]) {
      const reply = await handOver(free, agentId, blockers);
      expectProblem(reply, 409, 'TASK_BLOCKED');
      expect(reply.body).toMatchObject({ openBlockerIds: blockers });
      expect(await read(free)).toMatchObject({ blockedBy: [], isBlocked: false });
      if (agentId === ada.id) await done(handOver(free, agentId, []));
    }
    const blocked = (await done(create({ blockedBy: blockers }))).id;
    await move(blocked, 'in_progress');
    const started = await done(handOver(blocked, bob.id, []));
    expect(started).toMatchObject({ blockedBy: [], isBlocked: false, assignedAgentId: bob.id, attempt: 1 });
    expect((await historyOf(blocked)).slice(-2)).toEqual(['task.updated by key', 'task.unblocked by system']);
    await done(calls(api()).complete(bob.token, blocked));
  });

  it('is for the agent that created the task, while nobody holds it', async () => {
    const { ada, bob, blockers, create, setBlockers } = await worldOf(1);
    const { id } = await done(create({ blockedBy: blockers }, ada.token));
    await expectRejected(api(), 403, 'FORBIDDEN', () => setBlockers(id, [], bob.token));
    expect(expectBody(await setBlockers(id, [], ada.token), 200, Task).isBlocked).toBe(false);
    await done(calls(api()).claim(bob.token, id));
    await expectRejected(api(), 409, 'TASK_ALREADY_CLAIMED', () => setBlockers(id, blockers, ada.token));
  });
});

it('what fails with a blocker creates nothing, and the same request with a key is kept once', async () => {
  const { team, blockers } = await worldOf(1);
  const send = (body: object) =>
    api().request('POST', `/api/teams/${team.teamId}/tasks`, {
      token: team.apiKey,
      headers: { 'Idempotency-Key': 'plan' },
      body: { title: 'Waiting', projectId: team.projectId, ...body },
    });
  await expectInvalid(api(), ['projectId'], () => send({ projectId: unknownId, blockedBy: blockers }));
  expect(await countsOf(blockers[0] as string)).toEqual([0, 0, 0]);
  const first = expectBody(await send({ blockedBy: blockers }), 201, Task);
  expect(expectBody(await send({ blockedBy: blockers }), 201, Task)).toEqual(first);
  expect(await countsOf(blockers[0] as string)).toEqual([0, 0, 1]);
});

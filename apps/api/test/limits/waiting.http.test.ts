import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { Task } from '@crewboard/contracts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { expectBody, expectProblem, TestApi, type TestTeam, useApi } from '../harness.ts';
import { claimNext, waitUntilIdle } from '../support/claim-next.ts';
import { cancelled, claimNextQuery, interceptQuery } from '../support/intercept-query.ts';
import { readTask } from '../support/tasks.ts';
import { httpRequest, Wire } from '../support/wire.ts';
import { createWorld, setAgentStatus, type World } from '../support/world.ts';

const inFlight = { maxRunning: 1, maxWaiting: 1, maxWaitMs: 60_000 };
const api = useApi({
  bounds: { waiting: { perCaller: 2, perTeam: 3, perProcess: 4 }, inFlight, probeIntervalMs: 3_600_000 },
});
let world: World;
const wires: Wire[] = [];
beforeEach(async () => {
  world = await createWorld(api());
});
afterEach(async () => {
  for (const wire of wires.splice(0)) wire.close();
  // The next test counts who waits.
  const { openRequests, waitingAgents } = api().app;
  await expect.poll(() => [openRequests.count, waitingAgents.idleCount]).toEqual([0, 0]);
});

/** A request on a connection of its own, which the test can close. */
async function wait(agent = world.ada, { team } = world): Promise<Wire> {
  const wire = await Wire.open(api().url);
  wires.push(wire);
  const headers: [string, string][] = [['Content-Type', 'application/json']];
  const path = `/api/teams/${team.teamId}/tasks/claim-next`;
  return wire.send(httpRequest('POST', path, { token: agent.token, headers, body: '{"wait":30}' }));
}

/** Puts a task into the queue of which nobody hears. */
const insertUnreported = ({ db }: TestApi, { teamId, projectId }: TestTeam, id: string, agentId?: string) =>
  db.pool.query(
    `insert into tasks (id, team_id, project_id, title, assigned_agent_id) values ($1, $2, $3, 'Lost', $4)`,
    [id, teamId, projectId, agentId],
  );

it('bounds the requests of an agent, a team and the process; one too many claims without waiting', async () => {
  await wait();
  await waitUntilIdle(api(), 1);
  await wait();
  await waitUntilIdle(api(), 2);
  const ofAgent = await claimNext(api(), world.team, world.ada, { wait: 1 });
  expect(expectProblem(ofAgent, 429, 'RATE_LIMITED').detail).toContain('this agent has 2');
  expect(ofAgent.headers.get('retry-after')).toBe('5');
  expect((await claimNext(api(), world.team, world.ada)).status).toBe(204);
  await insertUnreported(api(), world.team, 'there');
  const claimed = await claimNext(api(), world.team, world.ada, { wait: 1 });
  expect(expectBody(claimed, 200, Task).id).toBe('there');

  await wait(world.bob);
  await waitUntilIdle(api(), 3);
  const ofTeam = await claimNext(api(), world.team, world.bob, { wait: 1 });
  expect(expectProblem(ofTeam, 429, 'RATE_LIMITED').detail).toContain('this team has 3');

  const other = await createWorld(api());
  await wait(other.ada, other);
  await waitUntilIdle(api(), 4);
  const ofProcess = await claimNext(api(), other.team, other.bob, { wait: 1 });
  expect(expectProblem(ofProcess, 429, 'RATE_LIMITED').detail).toContain('this server has 4');

  wires.splice(0, 1)[0]?.close();
  await waitUntilIdle(api(), 3);
  expect((await claimNext(api(), other.team, other.bob, { wait: 1 })).status).toBe(204);
});

it('completes at the bound, and responds with the next task or at once with 204', async () => {
  for (const count of [1, 2]) {
    await wait();
    await waitUntilIdle(api(), count);
  }
  for (const id of ['first', 'second']) await insertUnreported(api(), world.team, id);
  const claim = (complete?: { taskId: string; result: string }) =>
    claimNext(api(), world.team, world.ada, { wait: 30, complete });
  expect(expectBody(await claim(), 200, Task).id).toBe('first');
  const next = await claim({ taskId: 'first', result: 'One' });
  expect(expectBody(next, 200, Task).id).toBe('second');
  expect((await claim({ taskId: 'second', result: 'Two' })).status).toBe(204);
  expect(await readTask(api(), world, 'second')).toMatchObject({ status: 'done', result: 'Two' });
  expectProblem(await claim(), 429, 'RATE_LIMITED');
});

it('keeps no result of a completed task while it waits, also with an Idempotency-Key', async () => {
  const count = 40;
  const waiting = { perCaller: count, perTeam: count, perProcess: count };
  const other = await TestApi.start({ bounds: { waiting, probeIntervalMs: 3_600_000 } });
  try {
    const { team, ada } = await createWorld(other);
    const path = `/api/teams/${team.teamId}/tasks/claim-next`;
    const send = async (index: number) => {
      const wire = await Wire.open(other.url);
      wires.push(wire);
      const headers: [string, string][] = [['Content-Type', 'application/json']];
      if (index % 2 === 0) headers.push(['Idempotency-Key', `key-${index}`]);
      const complete = { taskId: `large ${index}`, result: 'ж'.repeat(100_000) };
      const body = JSON.stringify({ wait: 30, priority: 'high', complete });
      wire.send(httpRequest('POST', path, { token: ada.token, headers, body }));
    };
    for (let index = 0; index <= count; index += 1)
      await insertUnreported(other, team, `large ${index}`, ada.id);
    setFlagsFromString('--expose-gc');
    const collectGarbage = runInNewContext('gc') as () => void;
    const usedBytes = () => {
      collectGarbage();
      return process.memoryUsage().heapUsed;
    };
    await send(0);
    await waitUntilIdle(other, 1);
    wires.pop()?.close();
    await waitUntilIdle(other, 0);
    const before = usedBytes();
    // At once: one after another, the first would have waited its 30 s on a busy machine.
    await Promise.all(Array.from({ length: count }, (_, index) => send(index + 1)));
    await waitUntilIdle(other, count);
    // Each result is 200 KB in memory.
    expect(usedBytes() - before).toBeLessThan(4_000_000);
  } finally {
    for (const wire of wires.splice(0)) wire.close();
    await other.close();
  }
});

it('waits without a place among the requests in flight, and claims with one', async () => {
  const waiting = [await wait()];
  await waitUntilIdle(api(), 1);
  waiting.push(await wait());
  await waitUntilIdle(api(), 2);
  expect((await api().request('GET', '/api/me', { token: world.ada.token })).status).toBe(200);
  // The only place is taken by a request whose body has not arrived, and the queue for it by another: both waiting
  // requests are woken in vain, and the next request gets the task.
  const taken = [await begin(), await begin()];
  await expect.poll(() => api().app.openRequests.count).toBe(4);
  const taskId = await api().createTask(world.team);
  await waitUntilIdle(api(), 2);
  for (const wire of taken) wire.close();
  await expect.poll(() => api().app.openRequests.count).toBe(2);
  expect(expectBody(await claimNext(api(), world.team, world.bob), 200, Task).id).toBe(taskId);

  const next = await api().createTask(world.team);
  expect(expectBody((await waiting[0]?.reply()) as never, 200, Task).id).toBe(next);
});

/** A request of Ada that occupies a place until it is closed. */
async function begin(): Promise<Wire> {
  const wire = await Wire.open(api().url);
  const headers: [string, string][] = [
    ['Content-Type', 'application/json'],
    ['Content-Length', '2'],
  ];
  const path = `/api/teams/${world.team.teamId}/tasks`;
  return wire.send(httpRequest('POST', path, { token: world.ada.token, headers }));
}

it('claims nothing for a client that has left', async () => {
  await wait();
  await waitUntilIdle(api(), 1);
  wires.splice(0, 1)[0]?.close();
  await waitUntilIdle(api(), 0);
  const taskId = await api().createTask(world.team);
  expect((await readTask(api(), world, taskId)).status).toBe('todo');
});

it('wakes the next one when the woken client leaves before its claim', async () => {
  const first = await wait();
  await waitUntilIdle(api(), 1);
  const second = await wait(world.bob);
  await waitUntilIdle(api(), 2);
  // The woken request waits for the only place, and leaves there.
  const taken = await begin();
  await expect.poll(() => api().app.openRequests.count).toBe(3);
  const taskId = await api().createTask(world.team);
  await waitUntilIdle(api(), 1);
  first.close();
  expect(expectBody(await second.reply(), 200, Task)).toMatchObject({
    id: taskId,
    assignedAgentId: world.bob.id,
  });
  taken.close();
});

it('wakes the next one when the woken request cannot claim, because its token has ended or the claim fails', async () => {
  for (const status of [503, 401]) {
    const failing = await wait();
    await waitUntilIdle(api(), 1);
    const next = await wait(world.bob);
    await waitUntilIdle(api(), 2);
    if (status === 401) await setAgentStatus(api(), world.team, world.ada.id, 'inactive');
    // Not sent: PostgreSQL reports an error before it releases the lock of the task, and the next one would pass over
    // it.
    else interceptQuery(api().db, claimNextQuery, () => Promise.reject(cancelled()));
    const taskId = await api().createTask(world.team);
    expect((await failing.reply()).status).toBe(status);
    expect(expectBody(await next.reply(), 200, Task).id).toBe(taskId);
  }
});

it('holds no connection while it waits, and looks for the tasks of all requests together', async () => {
  await wait();
  await waitUntilIdle(api(), 1);
  await wait();
  await waitUntilIdle(api(), 2);
  const { pool, reads } = api().db;
  await expect.poll(() => [pool, reads].map((each) => each.totalCount - each.idleCount)).toEqual([0, 0]);
  const queue = { teamId: world.team.teamId, projectId: null, priority: null };
  expect(api().app.waitingAgents.wanted()).toEqual([
    { ...queue, agentId: null, count: 2 },
    { ...queue, agentId: world.ada.id, count: 2 },
  ]);
});

it('ends waiting requests with 204 when the process stops', async () => {
  const replica = await api().replica();
  const replies = [world.ada, world.bob].map((agent) => claimNext(replica, world.team, agent, { wait: 30 }));
  await waitUntilIdle(replica, 2);
  const closing = replica.close();
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([204, 204]);
  await closing;
});

it('hears of tasks that come in another process, one by one or in masses', async () => {
  // With a limit of the rate, the processes show when they hear each other.
  const configuration = { rateLimitPerMinute: 60_000, bounds: { probeIntervalMs: 3_600_000 } };
  const here = await TestApi.start(configuration);
  const there = await here.replica(configuration);
  const isConnected = () => here.app.exchange?.isReady && there.app.exchange?.isReady;
  try {
    await expect.poll(isConnected).toBe(true);
    const { team, ada, bob } = await createWorld(here);
    const one = claimNext(there, team, ada, { wait: 30 });
    await waitUntilIdle(there, 1);
    const taskId = await here.createTask(team);
    expect(expectBody(await one, 200, Task).id).toBe(taskId);

    const another = claimNext(there, team, bob, { wait: 30 });
    await waitUntilIdle(there, 1);
    const { rows } = await here.db.pool.query(
      `insert into tasks (id, team_id, project_id, title) values ('mass', $1, $2, 'One of many') returning *`,
      [team.teamId, team.projectId],
    );
    // Of so many teams that their ids do not fit in a notification.
    const task = { ...rows[0], projectId: team.projectId, inQueue: true };
    for (let index = 0; index < 200; index += 1) here.app.taskArrivals.report(`another team ${index}`, task);
    expect(expectBody(await another, 200, Task).id).toBe('mass');

    for (const payload of ['not JSON', '{}', '[["of another version"]]']) {
      const last = claimNext(there, team, ada, { wait: 30 });
      await waitUntilIdle(there, 1);
      await insertUnreported(here, team, payload);
      await here.db.pool.query(`select pg_notify('crewboard_arrivals', $1)`, [payload]);
      expect(expectBody(await last, 200, Task).id).toBe(payload);
    }
  } finally {
    await there.close();
    await here.close();
  }
});

it('finds a task whose notification is lost within a second or so', async () => {
  const other = await TestApi.start();
  try {
    const { team, ada, bob } = await createWorld(other);
    const replies = [];
    // One after another, as the first one gets the first task.
    for (const agent of [ada, bob]) {
      replies.push(claimNext(other, team, agent, { wait: 30 }));
      await waitUntilIdle(other, replies.length);
    }
    await insertUnreported(other, team, 'lost1');
    await insertUnreported(other, team, 'lost2', bob.id);
    const tasks = (await Promise.all(replies)).map((reply) => expectBody(reply, 200, Task));
    expect(tasks.map(({ id }) => id)).toEqual(['lost1', 'lost2']);
  } finally {
    await other.close();
  }
});

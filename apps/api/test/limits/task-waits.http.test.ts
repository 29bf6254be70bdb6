import { Task } from '@crewboard/contracts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { expectBody, expectProblem, useApi } from '../harness.ts';
import { calls, done } from '../support/tasks.ts';
import { httpRequest, Wire } from '../support/wire.ts';
import { createWorld, type World } from '../support/world.ts';

const inFlight = { maxRunning: 1, maxWaiting: 1, maxWaitMs: 60_000 };
const api = useApi({ bounds: { waiting: { perCaller: 6, perTeam: 7, perProcess: 8 }, inFlight } });
const Tasks = z.array(Task);

let world: World;
let taskId: string;
const wires: Wire[] = [];
beforeEach(async () => {
  world = await createWorld(api());
  taskId = await api().createTask(world.team);
});
afterEach(async () => {
  for (const wire of wires.splice(0)) wire.close();
  // The next test counts who waits.
  await expect.poll(() => [api().app.openRequests.count, api().app.taskWaits.count]).toEqual([0, 0]);
});

const pathOf = ({ team }: World, id: string, wait: number) =>
  `/api/teams/${team.teamId}/tasks?ids=${id}&wait=${wait}`;
const list = (token: string, on = world, id = taskId) => api().request('GET', pathOf(on, id, 1), { token });
const idle = (count: number) =>
  expect.poll(() => api().app.taskWaits.idleCount, { interval: 5, timeout: 60_000 }).toBe(count);

/** A request on a connection of its own, which waits. */
async function wait(token: string, on = world, id = taskId): Promise<Wire> {
  const wire = await Wire.open(api().url);
  wires.push(wire);
  await wire.send(httpRequest('GET', pathOf(on, id, 30), { token }));
  await idle(wires.length);
  return wire;
}

it('bounds the requests of a credential, a team and the process: 429 for one too many', async () => {
  const { ada, bob, team } = world;
  for (let count = 0; count < 6; count += 1) await wait(ada.token);
  const ofCaller = await list(ada.token);
  expect(expectProblem(ofCaller, 429, 'RATE_LIMITED').detail).toContain('this credential has 6');
  expect(ofCaller.headers.get('retry-after')).toBe('5');

  await wait(team.apiKey);
  expect(expectProblem(await list(bob.token), 429, 'RATE_LIMITED').detail).toContain('this team has 7');

  const other = await createWorld(api());
  const otherId = await api().createTask(other.team);
  await wait(other.ada.token, other, otherId);
  const ofProcess = await list(other.bob.token, other, otherId);
  expect(expectProblem(ofProcess, 429, 'RATE_LIMITED').detail).toContain('this server has 8');

  // What has ended is read without a wait.
  await done(calls(api()).move(other.team.apiKey, otherId, 'done'));
  expect(expectBody(await list(other.bob.token, other, otherId), 200, Tasks)).toHaveLength(1);
});

it('waits without a place among the requests in flight, or among the pages of its team', async () => {
  const { ada, team } = world;
  // One request of a credential runs at once, and four pages of a team.
  for (let count = 0; count < 6; count += 1) await wait(ada.token);
  const page = await api().request('GET', `/api/teams/${team.teamId}/tasks`, { token: ada.token });
  expect(expectBody(page, 200, Tasks)).toHaveLength(1);
  await done(calls(api()).complete(ada.token, taskId));
  await expect.poll(() => api().app.taskWaits.count, { timeout: 60_000 }).toBe(0);
});

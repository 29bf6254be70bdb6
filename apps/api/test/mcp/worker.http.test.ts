import { expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { calls, done } from '../support/tasks.ts';
import { createWorld } from '../support/world.ts';
import { type ClaimResult, connect, modes } from './support/connect.ts';

const api = useApi();

/** Claims and completes until nothing is left; the ids of the tasks in their order. */
async function workTheQueue(token: string, mode: (typeof modes)[number] = 'auto') {
  const { call, countRequests } = await connect(api(), token, mode);
  const before = countRequests();
  const ids: string[] = [];
  let { task } = await call<ClaimResult>('claim_next_task', { leaseSeconds: 60 });
  while (task) {
    ids.push(task.id);
    const complete = { taskId: task.id, attempt: task.attempt, result: `Did ${task.title}` };
    ({ task } = await call<ClaimResult>('claim_next_task', { leaseSeconds: 60, complete }));
  }
  return { ids, requests: countRequests() - before };
}

it.each(modes)('a worker in mode %s completes 20 tasks with one call each', async (mode) => {
  const { team, ada } = await createWorld(api());
  const created = [];
  for (let index = 0; index < 20; index += 1) created.push(await api().createTask(team));
  const { ids, requests } = await workTheQueue(ada.token, mode);
  expect(ids).toEqual(created);
  expect(requests).toBeLessThanOrEqual(1.2 * 20);
  const task = await done(calls(api()).get(team.apiKey, ids[0] as string));
  expect(task).toMatchObject({ status: 'done', result: 'Did A task', attempt: 1 });
});

it('8 agents complete 40 tasks, each once', async () => {
  const { team } = await createWorld(api());
  const created = await Promise.all(Array.from({ length: 40 }, () => api().createTask(team)));
  const agents = await Promise.all(Array.from({ length: 8 }, () => api().createAgent(team)));
  const work = await Promise.all(agents.map(({ token }) => workTheQueue(token)));
  expect(work.flatMap(({ ids }) => ids).sort()).toEqual(created.sort());
  const completions = (await api().events()).filter(
    ({ type, teamId }) => type === 'task.completed' && teamId === team.teamId,
  );
  expect(completions).toHaveLength(40);
});

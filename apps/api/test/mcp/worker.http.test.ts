import { encode } from 'gpt-tokenizer/encoding/cl100k_base';
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

it('a task costs at most 250 tokens of responses, over MCP and with minimal responses of REST', async () => {
  const { team, ada } = await createWorld(api());
  for (let index = 0; index < 5; index += 1) await api().createTask(team, { description: 'What to do.' });
  const headers = {
    Accept: 'application/json, text/event-stream',
    'MCP-Protocol-Version': '2025-11-25',
    Prefer: 'return=minimal',
  };
  const rest = (body: unknown) =>
    api().request('POST', `/api/teams/${team.teamId}/tasks/claim-next`, { token: ada.token, body, headers });
  const mcp = (args: unknown) => {
    const params = { name: 'claim_next_task', arguments: args };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    return api().request('POST', '/mcp', { token: ada.token, body, headers });
  };
  const idIn = (text: string) => /cm[a-z0-9]{23}/.exec(text)?.[0];
  for (const send of [rest, mcp]) {
    const first = await send({ leaseSeconds: 600 });
    const complete = { taskId: idIn(first.text), attempt: 1, result: 'Done' };
    const { text } = await send({ leaseSeconds: 600, complete });
    expect(text).toContain('What to do.');
    expect(encode(text).length).toBeLessThanOrEqual(250);
    await send({ leaseSeconds: 600, complete: { ...complete, taskId: idIn(text) } });
  }
});

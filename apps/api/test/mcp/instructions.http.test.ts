import { expect, it } from 'vitest';
import { useApi } from '../harness.ts';
import { createProject, createWorld } from '../support/world.ts';
import { connect } from './support/connect.ts';

const api = useApi();

const text = 'Run the tests before you complete a task.';
type Claimed = { task: { id: string; attempt: number; instructions?: string } };

async function connectedWorld() {
  const world = await createWorld(api());
  const { team, ada } = world;
  const reply = await api().request('PATCH', `/api/projects/${team.projectId}`, {
    token: team.apiKey,
    body: { instructions: text },
  });
  expect(reply.status).toBe(200);
  const { call } = await connect(api(), ada.token, 'auto');
  return { ...world, call };
}

it('a claimed task has the instructions of its project, and so has one that is read', async () => {
  const { team, call } = await connectedWorld();
  const taskId = await api().createTask(team);
  expect(await call('get_task', { taskId })).toMatchObject({ instructions: text });
  expect(await call('claim_task', { taskId })).toMatchObject({ id: taskId, instructions: text });
});

it('the loop has them once for each project in a row', async () => {
  const { team, call } = await connectedWorld();
  const second = await createProject(api(), team);
  await api().request('PATCH', `/api/projects/${second}`, {
    token: team.apiKey,
    body: { instructions: 'Of the second' },
  });
  for (const projectId of [team.projectId, team.projectId, second, team.projectId])
    await api().createTask(team, { projectId });
  const seen: (string | undefined)[] = [];
  let { task } = await call<Claimed>('claim_next_task', {});
  while (task) {
    seen.push(task.instructions);
    const complete = { taskId: task.id, attempt: task.attempt };
    ({ task } = await call<Claimed>('claim_next_task', { complete }));
  }
  expect(seen).toEqual([text, undefined, 'Of the second', text]);
});

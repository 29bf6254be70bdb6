import { Agent, Task } from '@crewboard/contracts';
import { expect, it } from 'vitest';
import { expectBody, useApi } from '../harness.ts';
import { useReceivers } from '../support/receiver.ts';
import { createWebhook, ofType, useWorkers } from '../support/webhooks.ts';

const api = useApi();
const startReceiver = useReceivers();
const startWorker = useWorkers(api);

it('a payload contains a task and an agent as the API returns them', async () => {
  const team = await api().createTeam();
  const receiver = await startReceiver();
  await createWebhook(api(), team, receiver.url, { eventTypes: ['task.created', 'agent.created'] });
  startWorker();
  const agent = await api().createAgent(team);
  const taskId = await api().createTask(team, { assignedAgentId: agent.id });
  const received = await receiver.until(({ length }) => length >= 2);
  const read = (path: string) => api().request('GET', path, { token: team.apiKey });
  expect(ofType(received, 'task.created')[0]?.json.data.task).toEqual(
    expectBody(await read(`/api/tasks/${taskId}`), 200, Task),
  );
  expect(ofType(received, 'agent.created')[0]?.json.data.agent).toEqual(
    expectBody(await read(`/api/agents/${agent.id}`), 200, Agent),
  );
});

it('a payload contains the state at the time of the event, also when it is sent later', async () => {
  const team = await api().createTeam();
  const receiver = await startReceiver();
  await createWebhook(api(), team, receiver.url, { eventTypes: ['task.created', 'task.updated'] });
  const taskId = await api().createTask(team, { title: 'Before' });
  const update = { token: team.apiKey, body: { title: 'After' } };
  expect((await api().request('PATCH', `/api/tasks/${taskId}`, update)).status).toBe(200);
  startWorker();
  const received = await receiver.until(({ length }) => length >= 2);
  expect(ofType(received, 'task.created')[0]?.json.data.task).toMatchObject({ title: 'Before' });
  expect(ofType(received, 'task.updated')[0]?.json.data).toMatchObject({
    task: { title: 'After' },
    changes: { title: { before: 'Before', after: 'After' } },
  });
});

import { afterEach, expect, it, onTestFinished } from 'vitest';
import { useApi } from '../harness.ts';
import { adminOf, deleteProject, deleteTask, outcomeOf, untilErased } from '../http/support/deletions.ts';
import { useReceivers } from '../support/receiver.ts';
import { calls, done } from '../support/tasks.ts';
import { createWebhook, deliveryPath, untilDelivery, useWorkers } from '../support/webhooks.ts';
import { createProject, createWorld } from '../support/world.ts';
import { closeStreams, openStream } from './support/event-stream.ts';
import { callQuery } from './support/people.ts';
import { settle } from './support/settle.ts';

const api = useApi();
const startWorker = useWorkers(api);
const startReceiver = useReceivers();
afterEach(closeStreams);

/** The eraser waits for these events, whose content is still stored. Returns how to let it go on. */
async function holdEraser(subjectId: string): Promise<() => Promise<unknown>> {
  await settle(api());
  const other = await api().db.pool.connect();
  onTestFinished(() => other.release(true));
  await other.query('begin');
  await other.query('select from events where subject_id = $1 for update', [subjectId]);
  return () => other.query('commit');
}

const storedEvents = async (subjectId: string) => JSON.stringify(await api().events(subjectId));

it('shows no content of a deleted task before the eraser has come to it', async () => {
  const world = await createWorld(api());
  const { teamId, apiKey: token } = world.team;
  const admin = await adminOf(api(), world.team);
  const receiver = await startReceiver();
  receiver.respond = (response, { body }) => void response.writeHead(500).end(body);
  const { id: webhookId } = await createWebhook(api(), world.team, receiver.url, {
    eventTypes: ['task.created'],
  });
  startWorker({ retryDelaysMs: [3_600_000] });
  const taskId = await api().createTask(world.team, { title: 'sekrit', description: 'sekrit '.repeat(500) });
  await done(calls(api()).move(token, taskId, 'cancelled'));
  const { id: deliveryId } = await untilDelivery(api(), world.team, webhookId, 'pending');
  const readDelivery = () => api().request('GET', deliveryPath(`${webhookId}/${deliveryId}`), { token });
  await expect.poll(async () => (await readDelivery()).text).toMatch(/"response":\{.*sekrit/);

  const letErase = await holdEraser(taskId);
  expect(outcomeOf(await deleteTask(api(), admin, taskId))).toBe('deleted');
  const list = await api().request('GET', `/api/teams/${teamId}/events?taskId=${taskId}`, { token });
  expect(list.text).not.toContain('sekrit');
  expect((list.body as object[])[0]).toMatchObject({
    type: 'task.created',
    snapshot: { id: taskId, title: '[deleted]', description: null, status: 'todo' },
  });
  const delivery = await readDelivery();
  expect(delivery.text).not.toContain('sekrit');
  expect(delivery.text).toContain('[deleted]');
  const [created, moved] = (list.body as { id: string }[]).map(({ id }) => id) as [string, string];
  const stream = await openStream(api(), teamId, { token, lastEventId: created });
  await stream.expectId(moved);
  expect(stream.text).not.toContain('sekrit');
  expect(await storedEvents(taskId)).toContain('sekrit');

  await letErase();
  await untilErased(api());
  expect(await storedEvents(taskId)).not.toContain('sekrit');
});

it('shows no content of a deleted project, and finds none of its tasks in the archive', async () => {
  const world = await createWorld(api());
  const { teamId, apiKey: token } = world.team;
  const admin = await adminOf(api(), world.team);
  const projectId = await createProject(api(), world.team, 'sekrit-name');
  const taskId = await api().createTask(world.team, { projectId, title: 'sekrit-task' });
  await api().request('POST', `/api/projects/${projectId}/archive`, { token });
  const archive = async () =>
    (await callQuery(api(), admin, 'tasks.archived', { teamId, search: 'sekrit' })).data as {
      tasks: object[];
    };
  await expect.poll(archive).toMatchObject({ tasks: [{ id: taskId }] });

  const letErase = await holdEraser(projectId);
  const tasks = await api().db.pool.connect();
  onTestFinished(() => tasks.release(true));
  await tasks.query('begin');
  await tasks.query('select from tasks where id = $1 for update', [taskId]);
  expect(outcomeOf(await deleteProject(api(), admin, projectId))).toBe('deleted');
  expect((await archive()).tasks).toEqual([]);
  const audit = await callQuery(api(), admin, 'events.audit', { teamId });
  expect(JSON.stringify(audit.data)).toContain('[deleted]');
  expect(JSON.stringify(audit.data)).not.toContain('sekrit-name');
  expect(await storedEvents(projectId)).toContain('sekrit-name');
  await tasks.query('commit');
  await letErase();
  await untilErased(api());
});

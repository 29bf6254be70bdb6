import { describe, expect, it } from 'vitest';
import { type TestTeam, useApi } from '../harness.ts';
import { OpenWriter } from '../log/support/open-writer.ts';
import { eventIdSql } from '../support/event-id.ts';
import { useReceivers } from '../support/receiver.ts';
import {
  completeTask,
  createWebhook,
  eventually,
  listDeliveries,
  sendTest,
  updateWebhook,
  useWorkers,
  waitForLogRead,
} from '../support/webhooks.ts';
import { createProject } from '../support/world.ts';

const api = useApi();
const startReceiver = useReceivers();
const startWorker = useWorkers(api);

/** The id of the event of this type about this subject. */
async function eventOf(subjectId: string, type: string): Promise<string> {
  const { rows } = await api().db.pool.query<{ eventId: string }>(
    `select ${eventIdSql} as "eventId" from events where subject_id = $1 and type = $2`,
    [subjectId, type],
  );
  const [row] = rows;
  if (!row) throw new Error(`There is no ${type}`);
  return row.eventId;
}

/** The events with a delivery to the endpoint, once the worker has read everything that was committed before. */
async function chosen(team: TestTeam, id: string): Promise<string[]> {
  await waitForLogRead(api(), team, await startReceiver());
  return (await listDeliveries(api(), team, id, '?limit=100')).map(({ eventId }) => eventId).sort();
}

const createTaskEvent = async (team: TestTeam) => eventOf(await api().createTask(team), 'task.created');
const createAgentEvent = async (team: TestTeam) =>
  eventOf((await api().createAgent(team)).id, 'agent.created');

describe('the events that an endpoint receives', () => {
  it('are only completed tasks by default', async () => {
    const team = await api().createTeam();
    const receiver = await startReceiver();
    const webhook = await createWebhook(api(), team, receiver.url);
    startWorker();
    await api().createComment(team, await api().createTask(team));
    const taskId = await completeTask(api(), team);
    await createProject(api(), team);
    expect(await chosen(team, webhook.id)).toEqual([await eventOf(taskId, 'task.completed')]);
    await receiver.until(({ length }) => length > 0);
    expect(receiver.received.map(({ json }) => json.type)).toEqual(['task.completed']);
  });

  it('are all of its team with "*", and none of another team', async () => {
    const [team, other] = [await api().createTeam(), await api().createTeam()];
    const receiver = await startReceiver();
    const webhook = await createWebhook(api(), team, receiver.url, { eventTypes: ['*'] });
    startWorker();
    await completeTask(api(), other);
    await completeTask(api(), team);
    await chosen(team, webhook.id);
    const { rows } = await api().db.pool.query<{ eventId: string; type: string }>(
      `select ${eventIdSql} as "eventId", type from events
       where team_id = $1 and id > (select id from events where subject_id = $2 and type = 'webhook.created')`,
      [team.teamId, webhook.id],
    );
    const types = rows.map(({ type }) => type);
    expect(types).toEqual(expect.arrayContaining(['agent.created', 'task.created', 'task.completed']));
    const received = await receiver.until((all) => {
      const ids = new Set(all.map(({ json }) => json.data.eventId));
      return rows.every(({ eventId }) => ids.has(eventId));
    });
    for (const { json } of received) expect(json.data.teamId).toBe(team.teamId);
  });

  it('are delivered to each endpoint separately, with an id per delivery', async () => {
    const team = await api().createTeam();
    const receivers = [await startReceiver(), await startReceiver(), await startReceiver()];
    for (const { url } of receivers) await createWebhook(api(), team, url);
    startWorker();
    await completeTask(api(), team);
    const messages = await Promise.all(
      receivers.map(async (receiver) => (await receiver.until(({ length }) => length > 0))[0]),
    );
    expect(new Set(messages.map((message) => message?.json.data.eventId)).size).toBe(1);
    expect(new Set(messages.map((message) => message?.headers['webhook-id'])).size).toBe(3);
    for (const receiver of receivers) expect(receiver.received).toHaveLength(1);
  });

  it('include a test only at the tested endpoint, while other endpoints select all types too', async () => {
    const team = await api().createTeam();
    const [tested, other] = [await startReceiver(), await startReceiver()];
    const { id } = await createWebhook(api(), team, tested.url, { eventTypes: ['*'] });
    const { id: otherId } = await createWebhook(api(), team, other.url, { eventTypes: ['*'] });
    startWorker();
    const { eventId } = await sendTest(api(), team, id);
    for (const one of [id, otherId]) {
      const all = await chosen(team, one);
      expect(all.filter((event) => event === eventId)).toHaveLength(1);
    }
  });

  it('include none from before its creation', async () => {
    const team = await api().createTeam();
    const receiver = await startReceiver();
    await completeTask(api(), team);
    const webhook = await createWebhook(api(), team, receiver.url);
    const taskId = await completeTask(api(), team);
    startWorker();
    expect(await chosen(team, webhook.id)).toEqual([await eventOf(taskId, 'task.completed')]);
  });
});

describe('a change of the selected types', () => {
  it.each([true, false])(
    'applies to events committed after it; earlier events use the old selection (worker runs: %s)',
    async (isRunning) => {
      const team = await api().createTeam();
      const receiver = await startReceiver();
      const webhook = await createWebhook(api(), team, receiver.url, { eventTypes: ['task.created'] });
      if (isRunning) startWorker();
      const expected: string[] = [];
      expected.push(await createTaskEvent(team));
      await createAgentEvent(team);
      await updateWebhook(api(), team, webhook.id, { eventTypes: ['agent.created'] });
      await createTaskEvent(team);
      expected.push(await createAgentEvent(team));
      await updateWebhook(api(), team, webhook.id, { eventTypes: ['task.created', 'agent.created'] });
      expected.push(await createTaskEvent(team), await createAgentEvent(team));
      await updateWebhook(api(), team, webhook.id, { eventTypes: ['project.updated'] });
      await createTaskEvent(team);
      await updateWebhook(api(), team, webhook.id, { eventTypes: ['task.created'] });
      expected.push(await createTaskEvent(team));
      await createAgentEvent(team);
      if (!isRunning) startWorker();
      expect(await chosen(team, webhook.id)).toEqual(expected.toSorted());
      const received = await receiver.until(({ length }) => length >= expected.length);
      expect(received.map(({ json }) => json.data.eventId).sort()).toEqual(expected.toSorted());
    },
  );

  it.each([true, false])(
    'applies by commit order to transactions that were open during the change (worker runs: %s)',
    async (isRunning) => {
      const team = await api().createTeam();
      const receiver = await startReceiver();
      const webhook = await createWebhook(api(), team, receiver.url, { eventTypes: ['task.created'] });
      if (isRunning) startWorker();
      const writer = await OpenWriter.begin(api().db.pool);
      const { teamId } = team;
      await writer.write({ teamId, type: 'task.created', snapshot: { id: 'late task' } });
      const late = await writer.write({ teamId, type: 'agent.created', snapshot: { id: 'late agent' } });
      const early = await createTaskEvent(team);
      await updateWebhook(api(), team, webhook.id, { eventTypes: ['agent.created'] });
      await writer.commit();
      if (!isRunning) startWorker();
      expect(await chosen(team, webhook.id)).toEqual([early, late].sort());
    },
  );

  it('does not affect pending deliveries, which are still sent', async () => {
    const team = await api().createTeam();
    const receiver = await startReceiver();
    const webhook = await createWebhook(api(), team, receiver.url);
    receiver.respond = (response) => void response.writeHead(503).end();
    startWorker({ retryDelaysMs: Array(500).fill(100) });
    await completeTask(api(), team);
    await receiver.until(({ length }) => length > 0);
    await updateWebhook(api(), team, webhook.id, { eventTypes: ['project.created'] });
    receiver.respond = (response) => void response.writeHead(200).end();
    const all = await eventually(
      () => listDeliveries(api(), team, webhook.id),
      ([delivery]) => delivery?.status === 'succeeded',
    );
    expect(all).toHaveLength(1);
  });
});

describe('a disabled endpoint', () => {
  it.each([true, false])(
    'gets no deliveries of events while disabled, and those of before and after (worker runs: %s)',
    async (isRunning) => {
      const team = await api().createTeam();
      const receiver = await startReceiver();
      const webhook = await createWebhook(api(), team, receiver.url, { eventTypes: ['task.created'] });
      if (isRunning) startWorker();
      const expected = [await createTaskEvent(team)];
      await updateWebhook(api(), team, webhook.id, { enabled: false });
      await createTaskEvent(team);
      await updateWebhook(api(), team, webhook.id, { enabled: true });
      expected.push(await createTaskEvent(team));
      await updateWebhook(api(), team, webhook.id, { enabled: false });
      await createTaskEvent(team);
      await updateWebhook(api(), team, webhook.id, { eventTypes: ['agent.created'] });
      await createAgentEvent(team);
      await updateWebhook(api(), team, webhook.id, { enabled: true });
      await createTaskEvent(team);
      expected.push(await createAgentEvent(team));
      if (!isRunning) startWorker();
      expect(await chosen(team, webhook.id)).toEqual(expected.toSorted());
      const received = await receiver.until(({ length }) => length >= expected.length);
      expect(received.map(({ json }) => json.data.eventId).sort()).toEqual(expected.toSorted());
    },
  );

  it('gets nothing until it is enabled when it was created disabled', async () => {
    const team = await api().createTeam();
    const receiver = await startReceiver();
    const fields = { eventTypes: ['task.created'], enabled: false };
    const webhook = await createWebhook(api(), team, receiver.url, fields);
    startWorker();
    await createTaskEvent(team);
    await updateWebhook(api(), team, webhook.id, { enabled: true });
    const eventId = await createTaskEvent(team);
    expect(await chosen(team, webhook.id)).toEqual([eventId]);
  });
});

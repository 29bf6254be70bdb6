import { setTimeout as sleep } from 'node:timers/promises';
import createClient from 'openapi-fetch';
import type { components, paths } from './generated/openapi.ts';

// A program that knows the service from its OpenAPI document alone: it takes a task through its life, and prints what
// it received. Arguments: base URL, team API key, agent token.

type Schemas = components['schemas'];

const [baseUrl, teamApiKey, agentToken] = process.argv.slice(2);

const clientOf = (token: string | undefined) =>
  createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${token}` } });
const manager = clientOf(teamApiKey);
const agent = clientOf(agentToken);

/** The task that an event makes claimable: what an agent looks for in the stream. */
function claimableTask({ snapshot }: Schemas['Event']): Schemas['Task'] | undefined {
  return 'status' in snapshot && snapshot.status === 'todo' ? snapshot : undefined;
}

/** One line about an event; each branch has the snapshot and the changes of its type. */
function describeEvent(event: Schemas['Event']): string {
  // @ts-expect-error Not every subject has a title.
  void event.snapshot.title;
  switch (event.type) {
    case 'task.completed':
      return `${event.snapshot.title}: ${event.snapshot.result}`;
    case 'task.commented':
      return `${event.snapshot.title}: ${event.changes?.comment?.after.body}`;
    case 'task.claimed':
      return `${event.changes?.status?.before} → ${event.changes?.status?.after}`;
    case 'agent.created':
      return `${event.snapshot.name} is ${event.snapshot.status}`;
    case 'webhook.updated':
      return `${event.snapshot.url} gets ${event.snapshot.eventTypes.join(', ')}`;
    default:
      return event.type;
  }
}

/** What a receiver of webhooks does with a payload. */
export function readPayload(payload: Schemas['WebhookPayload']): string {
  if (payload.type === 'task.completed') return payload.data.task.result ?? '';
  // @ts-expect-error A payload never has the URL of a webhook.
  if (payload.type === 'webhook.created') return payload.data.webhook.url;
  return payload.data.eventId;
}

/** The log shows an event a moment later, once no older transaction is open. */
async function readUntilCompleted(taskId: string): Promise<Schemas['Event'][]> {
  for (;;) {
    const params = { path: { taskId } };
    const { data: events = [], error } = await agent.GET('/api/tasks/{taskId}/events', { params });
    if (error) throw new Error(error.detail);
    if (events.some(({ type }) => type === 'task.completed')) return events;
    await sleep(20);
  }
}

async function liveTask() {
  const { data: me } = await agent.GET('/api/me');
  if (me?.kind !== 'agent') throw new Error('This is no agent');
  const inTeam = { path: { teamId: me.teamId } };
  const { data: projects } = await manager.GET('/api/teams/{teamId}/projects', { params: inTeam });
  const [project] = projects ?? [];
  if (!project) throw new Error('There is no project');

  const { data: created } = await manager.POST('/api/teams/{teamId}/tasks', {
    params: inTeam,
    body: { title: 'Generated', projectId: project.id, priority: 'high' },
  });
  if (!created) throw new Error('The task was not created');
  const { data: listed } = await agent.GET('/api/teams/{teamId}/tasks', {
    params: { ...inTeam, query: { status: 'todo', limit: 10 } },
  });
  const params = { path: { taskId: created.id } };

  const { data: claimed } = await agent.POST('/api/tasks/{taskId}/claim', { params });
  const { error: conflict } = await agent.POST('/api/tasks/{taskId}/claim', { params });
  await agent.POST('/api/tasks/{taskId}/comments', { params, body: { body: 'Working' } });
  // @ts-expect-error There is no such status.
  const { error: invalid } = await agent.POST('/api/tasks/{taskId}/move', { params, body: { status: '?' } });
  const { data: done } = await agent.POST('/api/tasks/{taskId}/complete', { params, body: { result: '42' } });
  const events = await readUntilCompleted(params.path.taskId);
  return {
    ...{ me, created, listed, claimed, conflict, invalid, done },
    claimable: events.map(claimableTask).filter((task) => task !== undefined),
    described: events.map(describeEvent),
  };
}

/** Event types can be sent back as they were received. */
async function widenWebhook(teamId: string) {
  const { data: webhook } = await manager.POST('/api/teams/{teamId}/webhooks', {
    params: { path: { teamId } },
    body: { url: 'https://example.com/hook' },
  });
  if (!webhook) throw new Error('The webhook was not created');
  const { data: updated } = await manager.PATCH('/api/webhooks/{webhookId}', {
    params: { path: { webhookId: webhook.id } },
    body: { eventTypes: [...webhook.eventTypes, 'task.claimed'] },
  });
  return updated?.eventTypes;
}

const life = await liveTask();
const eventTypes = await widenWebhook(life.me.teamId);
console.log(JSON.stringify({ ...life, eventTypes }));

import { type Event, EventByType, EventPage, type WebhookPayload, withoutOrder } from '@crewboard/contracts';
import { afterEach, expect, it } from 'vitest';
import { createApiKey } from '../../src/features/api-keys/create-api-key.ts';
import { revokeApiKey } from '../../src/features/api-keys/revoke-api-key.ts';
import { removeMember } from '../../src/features/members/remove-member.ts';
import { setMemberRole } from '../../src/features/members/set-member-role.ts';
import { type TestTeam, useApi } from '../harness.ts';
import { call, createPerson, sessionOf } from '../support/people.ts';
import { type Received, useReceivers } from '../support/receiver.ts';
import {
  closedPortUrl,
  createWebhook,
  createWebhookAsOwner,
  sendTest,
  updateWebhook,
  useWorkers,
} from '../support/webhooks.ts';
import { createProject, setAgentStatus } from '../support/world.ts';
import { closeStreams, openStream } from './support/event-stream.ts';
import { allEvents } from './support/page-poller.ts';
import { callQuery, signedIn } from './support/people.ts';
import { settle } from './support/settle.ts';

const api = useApi();
const startReceiver = useReceivers();
const startWorker = useWorkers(api);
afterEach(() => closeStreams());

const large = 'A long text. '.repeat(100);

/** The fields that the event of a step must have changed. */
type Step = { type: Event['type']; changes: Record<string, unknown> | null; snapshot?: unknown };

async function send(team: TestTeam, method: string, path: string, body?: unknown, token = team.apiKey) {
  const reply = await api().request(method, path, { token, body });
  expect(reply.status, reply.text).toBeLessThan(300);
  return reply.body as Record<string, unknown>;
}

const set = (before: unknown, after: unknown) => ({ before, after });

async function changeTask(team: TestTeam): Promise<Step[]> {
  const { id: agentId, token } = await api().createAgent(team);
  const path = `/api/tasks/${await api().createTask(team)}`;
  const patch = async (body: object, changes: Record<string, unknown>): Promise<Step> => ({
    ...{ type: 'task.updated', changes, snapshot: await send(team, 'PATCH', path, body) },
  });
  const post = async (
    verb: string,
    type: Event['type'],
    changes: Record<string, unknown>,
    body: object = {},
    as = token,
  ): Promise<Step> => ({ type, changes, snapshot: await send(team, 'POST', `${path}/${verb}`, body, as) });
  const claimed = { status: set('todo', 'in_progress'), assignedAgentId: set(null, agentId) };
  const free = { status: set('in_progress', 'todo'), assignedAgentId: set(agentId, null) };
  const steps: Step[] = [
    { type: 'task.created', changes: null, snapshot: await send(team, 'GET', path) },
    await patch({ description: 'Grüße 🚀' }, { description: set(null, 'Grüße 🚀') }),
    await patch(
      { description: large, priority: 'high' },
      {
        ...{ description: set('Grüße 🚀', large), priority: set('normal', 'high') },
      },
    ),
    await patch({ description: null }, { description: set(large, null) }),
    await patch({ assignedAgentId: agentId }, { assignedAgentId: set(null, agentId) }),
    await patch({ assignedAgentId: null }, { assignedAgentId: set(agentId, null) }),
    await post('claim', 'task.claimed', claimed, { leaseSeconds: 600 }),
    await post(
      'release',
      'task.released',
      { ...free, reason: set(null, 'Stuck 🚧') },
      { reason: 'Stuck 🚧' },
    ),
    await post('claim', 'task.claimed', claimed),
  ];
  const { id, body, createdAt } = await send(team, 'POST', `${path}/comments`, { body: 'How far?' });
  return [
    ...steps,
    { type: 'task.commented', changes: { comment: set(null, { id, body, createdAt, number: 1 }) } },
    await post(
      'complete',
      'task.completed',
      {
        ...{ status: set('in_progress', 'done'), result: set(null, large) },
      },
      { result: large },
    ),
    await post(
      'move',
      'task.moved',
      {
        ...{ status: set('done', 'todo'), assignedAgentId: set(agentId, null) },
      },
      { status: 'todo' },
      team.apiKey,
    ),
  ];
}

async function changeOthers(team: TestTeam): Promise<Step[]> {
  const { teamId } = team;
  const ctx = { db: api().db, actor: { kind: 'system', id: null, teamId } as const, requestId: null };
  const time = expect.any(String);
  const agent = await api().createAgent(team);
  const agentPath = `/api/agents/${agent.id}`;
  await send(team, 'PATCH', agentPath, { description: large });
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString();
  await send(team, 'POST', `${agentPath}/rotate-token`, { graceSeconds: 600, expiresAt });
  await setAgentStatus(api(), team, agent.id, 'inactive');
  await setAgentStatus(api(), team, agent.id, 'active');
  const projectPath = `/api/projects/${await createProject(api(), team)}`;
  const { maxAttempts } = await send(team, 'GET', projectPath);
  await send(team, 'PATCH', projectPath, { maxAttempts: null, description: 'Text' });
  await send(team, 'PATCH', projectPath, { maxAttempts: 2, description: null });
  const key = await createApiKey({ ctx, input: { name: 'Second', expiresAt: null } });
  await revokeApiKey({ ctx, input: { keyId: key.id } });
  const { userId, email } = await createPerson(api(), teamId, 'viewer');
  await call(
    api(),
    ['mutation', 'accounts.update'],
    { name: 'Ada' },
    { session: await sessionOf(api(), email) },
  );
  await setMemberRole({ ctx, input: { userId, role: 'admin' } });
  await removeMember({ ctx, input: { userId } });
  const { id } = await createWebhook(api(), team, closedPortUrl, { eventTypes: ['project.created'] });
  const webhookPath = `/api/webhooks/${id}`;
  await updateWebhook(api(), team, id, { description: 'Moved', url: `${closedPortUrl}/moved` });
  await updateWebhook(api(), team, id, { enabled: false });
  await updateWebhook(api(), team, id, { enabled: true, description: null });
  await send(team, 'POST', `${webhookPath}/rotate-secret`);
  const delivery = await sendTest(api(), team, id);
  await send(team, 'POST', `${webhookPath}/deliveries/${delivery.id}/redeliver`);
  const since = new Date().toISOString();
  await send(team, 'POST', `${webhookPath}/recover`, { since });
  await send(team, 'DELETE', webhookPath);
  return [
    { type: 'agent.created', changes: null },
    { type: 'agent.updated', changes: { description: set(null, large) } },
    {
      type: 'agent.token_rotated',
      changes: { tokenExpiresAt: set(null, expiresAt), previousTokenUntil: set(null, time) },
    },
    {
      type: 'agent.deactivated',
      changes: {
        ...{ status: set('active', 'inactive'), tokenExpiresAt: set(expiresAt, null) },
        previousTokenUntil: set(time, null),
      },
    },
    { type: 'agent.reactivated', changes: { status: set('inactive', 'active') } },
    { type: 'project.created', changes: null },
    {
      type: 'project.updated',
      changes: { maxAttempts: set(maxAttempts, null), description: set(null, 'Text') },
    },
    { type: 'project.updated', changes: { maxAttempts: set(null, 2), description: set('Text', null) } },
    { type: 'api_key.created', changes: null },
    { type: 'api_key.revoked', changes: { revokedAt: set(null, time) } },
    { type: 'member.added', changes: null },
    { type: 'member.signed_in_on_new_device', changes: null },
    { type: 'member.updated', changes: { name: set('The viewer', 'Ada') } },
    { type: 'member.role_changed', changes: { role: set('viewer', 'admin') } },
    { type: 'member.removed', changes: null },
    { type: 'webhook.created', changes: null },
    {
      type: 'webhook.updated',
      changes: { description: set(null, 'Moved'), url: set(closedPortUrl, `${closedPortUrl}/moved`) },
    },
    {
      type: 'webhook.updated',
      changes: {
        ...{ enabled: set(true, false), disabledReason: set(null, 'switched_off') },
        disabledAt: set(null, time),
      },
    },
    {
      type: 'webhook.updated',
      changes: {
        ...{ enabled: set(false, true), disabledReason: set('switched_off', null) },
        ...{ disabledAt: set(time, null), description: set('Moved', null) },
      },
    },
    { type: 'webhook.secret_rotated', changes: null },
    { type: 'webhook.tested', changes: null },
    { type: 'webhook.redelivered', changes: { delivery: set(null, delivery.id) } },
    { type: 'webhook.recovered', changes: { since: set(null, since) } },
    { type: 'webhook.deleted', changes: null },
  ];
}

/** What a receiver is sent of an event: no URL of a webhook, and no empty `changes`. */
function dataOf({ snapshot, changes, subject }: Event) {
  if (subject.type !== 'webhook') return { subject: snapshot, ...(changes && { changes }) };
  const { url: _, ...shown } = snapshot;
  const { url: __, ...shownChanges } = changes ?? {};
  return { subject: shown, ...(changes && { changes: shownChanges }) };
}

const sentOf = ({ eventId: _, teamId: __, actor: ___, changes, ...subject }: WebhookPayload['data']) => ({
  subject: Object.values(subject)[0],
  ...(changes && { changes }),
});

it('list, stream, webhooks and export show the same of each change, with nulls and with what is after it', async () => {
  const team = await api().createTeam();
  const owner = await signedIn(api(), team.teamId, 'owner');
  const receiver = await startReceiver();
  await createWebhookAsOwner(api(), team, receiver.url, { eventTypes: ['*'] });
  startWorker();
  const stream = await openStream(api(), team.teamId, { token: team.apiKey });
  const [first] = (await allEvents(api(), team.teamId, team.apiKey)).slice(-1);
  const agentAndTask = await changeTask(team);
  const steps: Step[] = [
    { type: 'agent.created', changes: null },
    ...agentAndTask,
    ...(await changeOthers(team)),
  ];
  await settle(api());
  const { data } = await callQuery(api(), owner, 'events.audit', { teamId: team.teamId, limit: 1_000 });
  const exported = EventPage.parse(data).events.map(withoutOrder).reverse().slice(-steps.length);
  expect(exported.map(({ type, changes }) => ({ type, changes }))).toEqual(
    steps.map(({ type, changes }) => ({ type, changes })),
  );
  for (const [index, event] of exported.entries()) {
    expect(() => EventByType.parse(event), event.type).not.toThrow();
    const { snapshot } = steps[index] as Step;
    if (snapshot) expect(event.snapshot).toEqual(snapshot);
  }
  const byId = new Map(exported.map((event) => [event.id, event]));
  const listed = await allEvents(api(), team.teamId, team.apiKey);
  const shared = listed.filter(({ id }) => byId.has(id));
  expect(new Set(shared.map(({ subject }) => subject.type))).toEqual(
    new Set(['task', 'agent', 'project', 'webhook']),
  );
  expect(first && byId.has(first.id)).toBe(false);
  for (const event of shared) expect(event).toEqual(byId.get(event.id));
  await stream.expectId(String(shared.at(-1)?.id));
  expect(stream.events).toEqual(shared);
  const eventIdOf = ({ json }: Received) => String(json.data.eventId);
  const received = await receiver.until(
    (all) => new Set(all.map(eventIdOf).filter((id) => byId.has(id))).size === byId.size,
  );
  for (const message of received) {
    const event = byId.get(eventIdOf(message));
    if (event) expect(sentOf(message.json.data as WebhookPayload['data'])).toEqual(dataOf(event));
  }
});

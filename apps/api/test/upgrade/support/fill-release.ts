import { type Deletions, fillDeletions } from './fill-deletions.ts';
import type { Admin, Fields, ReleaseClient } from './release-client.ts';

type Options = { client: ReleaseClient; admin: Admin; webhookUrl: string; unreachableUrl: string };

/** What a test needs to go on where the release ended. */
export type Filled = {
  teamId: string;
  projectId: string;
  apiKey: string;
  expiringKey: string;
  owner: { email: string; password: string };
  agents: { ada: AgentOfFixture; ben: AgentOfFixture };
  /** Held by Ada without a lease. */
  held: { id: string; attempt: number };
  /** In the queue, at its end. */
  queued: { id: string };
  webhookId: string;
  /** The tasks as the release responded with them last, by title. */
  tasks: Record<string, Fields>;
  histories: Record<string, Fields[]>;
  /** Absent in fixtures of releases without deletions. */
  deletions?: Deletions | undefined;
};
type AgentOfFixture = { id: string; token: string };

const largeText = 'A text that the log keeps once. '.repeat(500);
const farFuture = '2099-01-01T00:00:00.000Z';
const inOneMonth = new Date(Date.now() + 30 * 86_400_000).toISOString();

/** Fills an empty installation with all kinds of records, by the interfaces that people, agents and programs use. */
export async function fillRelease({ client, admin, webhookUrl, unreachableUrl }: Options): Promise<Filled> {
  const { teamId = '', projectId = '', apiKey = '' } = admin('team', 'create', 'Fixture', '--json');
  const email = 'owner@crewboard.test';
  const { password = '' } = admin('user', 'create', email, '--team', teamId, '--role', 'owner', '--json');
  admin('user', 'create', 'viewer@crewboard.test', '--team', teamId, '--role', 'viewer', '--json');
  const { apiKey: expiringKey = '' } = admin(
    'key',
    'create',
    teamId,
    '--name',
    'Expires',
    '--expires',
    farFuture,
    '--json',
  );
  const { sessionId } = (await client.mutate('accounts.signIn', {
    email,
    password,
    address: '192.0.2.1',
  })) as unknown as {
    sessionId: string;
  };
  const person = { session: sessionId, team: teamId };

  const asKey = (route: string, ids: string[], body?: object) => client.send(apiKey, route, ids, body);
  const createAgent = async (name: string, fields: object = {}) =>
    (await asKey('POST /api/teams/{teamId}/agents', [teamId], {
      name,
      ...fields,
    })) as unknown as AgentOfFixture;
  const ada = await createAgent('Ada', { description: 'Works' });
  const ben = await createAgent('Ben');
  const paused = await createAgent('Cleo');
  await createAgent('Dora', { expiresAt: farFuture });
  const { token: rotated } = await asKey('POST /api/agents/{agentId}/rotate-token', [ben.id], {
    graceSeconds: 3_600,
  });
  ben.token = String(rotated);
  await asKey('POST /api/agents/{agentId}/pause', [paused.id], { reason: 'Looked into' });
  const inactive = await createAgent('Emil');
  await asKey('PATCH /api/agents/{agentId}', [inactive.id], { status: 'inactive' });

  const webhook = await asKey('POST /api/teams/{teamId}/webhooks', [teamId], {
    url: webhookUrl,
    eventTypes: ['*'],
  });
  await asKey('POST /api/webhooks/{webhookId}/rotate-secret', [webhook.id]);
  await asKey('POST /api/teams/{teamId}/webhooks', [teamId], { url: unreachableUrl });
  const deleted = await asKey('POST /api/teams/{teamId}/webhooks', [teamId], { url: webhookUrl });
  await asKey('DELETE /api/webhooks/{webhookId}', [deleted.id]);

  const createProject = (name: string, fields: object = {}) =>
    asKey('POST /api/teams/{teamId}/projects', [teamId], { name, ...fields });
  const described = await createProject('Described', {
    ...{ description: 'A description', instructions: 'Read this first.', maxAttempts: 1 },
    ...{ archiveAfterDays: 30, staleAfterSeconds: 86_400, queueStaleAfterSeconds: 86_400 },
  });
  const archived = await createProject('Archived');
  const pausedProject = await createProject('Paused');
  await asKey('POST /api/projects/{projectId}/pause', [pausedProject.id], { reason: 'Later' });

  const ids: Record<string, string> = {};
  const create = async (title: string, fields: object = {}) => {
    const task = await asKey('POST /api/teams/{teamId}/tasks', [teamId], { title, projectId, ...fields });
    ids[title] = task.id;
    return task.id;
  };
  const act = (token: string, verb: string, taskId: string, body?: object) =>
    client.send(token, `POST /api/tasks/{taskId}/${verb}`, [taskId], body);
  const claim = async (token: string, taskId: string, body?: object) =>
    Number((await act(token, 'claim', taskId, body)).attempt);

  const completed = await create('Completed', { description: largeText, priority: 'high' });
  await act(apiKey, 'comments', completed, { body: 'By a program' });
  const attempt = await claim(ada.token, completed, { leaseSeconds: 3_600 });
  await act(ada.token, 'heartbeat', completed, { attempt });
  await act(ada.token, 'comments', completed, { body: 'By its holder' });
  await client.mutate('comments.create', { taskId: completed, body: 'By a person' }, person);
  await act(ada.token, 'complete', completed, { attempt, result: largeText });

  const reopened = await create('Reopened');
  await claim(ben.token, reopened);
  await act(ben.token, 'complete', reopened, { result: 'Too early' });
  await act(apiKey, 'move', reopened, { status: 'todo' });
  const cancelled = await create('Cancelled');
  await act(apiKey, 'move', cancelled, { status: 'cancelled' });
  const released = await create('Released', { priority: 'high' });
  await claim(ben.token, released, { leaseSeconds: 60 });
  await act(ben.token, 'release', released, { reason: 'Not for me' });
  const failed = await create('Failed', { projectId: described.id });
  await claim(ben.token, failed);
  await act(ben.token, 'fail', failed, { reason: 'Not possible' });
  const leased = await create('Leased');
  await claim(ben.token, leased, { leaseSeconds: 3_600 });
  const held = await create('Held');
  const heldAttempt = await claim(ada.token, held);
  await create('Assigned to an agent', { assignedAgentId: ada.id });
  const members: unknown = await asKey('GET /api/teams/{teamId}/members', [teamId]);
  await create('Assigned to a person', {
    assignedMemberId: Array.isArray(members) ? members[0].id : undefined,
  });
  await create('Linked', {
    links: [{ url: 'https://crewboard.test/1', title: 'One' }],
    dueDate: '2026-12-24',
    externalId: 'external-1',
  });
  const parent = await create('Parent');
  await create('Child', { parentId: parent });
  await create('Waits for a blocker', { blockedBy: [parent] });
  await create('Later', { notBefore: inOneMonth });
  const updated = await create('Updated');
  await client.send(apiKey, 'PATCH /api/tasks/{taskId}', [updated], {
    description: 'Changed',
    priority: 'low',
  });
  await create('In a paused project', { projectId: pausedProject.id });
  await create('In an archived project', { projectId: archived.id });
  const putAway = await create('Archived');
  await act(apiKey, 'move', putAway, { status: 'cancelled' });
  await act(apiKey, 'archive', putAway);
  await asKey('POST /api/projects/{projectId}/archive', [archived.id]);
  await client.send(
    apiKey,
    'POST /api/teams/{teamId}/tasks',
    [teamId],
    { title: 'Created with a key', projectId },
    'fixture-1',
  );
  const queued = await create('Queued', { priority: 'low' });

  await client.mutate(
    'invitations.create',
    { teamId, role: 'member', expiresInDays: 30, maxUses: 5 },
    person,
  );
  const deletions = await fillDeletions({ client, admin, team: { teamId, projectId, apiKey }, person });
  const tasks: Record<string, Fields> = {};
  const histories: Record<string, Fields[]> = {};
  for (const [title, id] of Object.entries(ids)) {
    tasks[title] = await asKey('GET /api/tasks/{taskId}', [id]);
    histories[title] = (await asKey('GET /api/tasks/{taskId}/events', [id])) as unknown as Fields[];
  }
  return {
    ...{ teamId, projectId, apiKey, expiringKey },
    owner: { email, password },
    agents: { ada: { id: ada.id, token: ada.token }, ben: { id: ben.id, token: ben.token } },
    held: { id: held, attempt: heldAttempt },
    queued: { id: queued },
    webhookId: webhook.id,
    tasks,
    histories,
    deletions,
  };
}

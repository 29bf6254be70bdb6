import { Event, EventByType, WebhookPayloadByType } from '@crewboard/contracts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { resetPassword } from '../../src/features/accounts/reset-password.ts';
import { createApiKey } from '../../src/features/api-keys/create-api-key.ts';
import { revokeApiKey } from '../../src/features/api-keys/revoke-api-key.ts';
import { warnOfExpiry } from '../../src/features/expiry/warn-of-expiry.ts';
import { createInvitation } from '../../src/features/invitations/create-invitation.ts';
import { revokeInvitation } from '../../src/features/invitations/revoke-invitation.ts';
import { removeMember } from '../../src/features/members/remove-member.ts';
import { setMemberRole } from '../../src/features/members/set-member-role.ts';
import { expectBody, type TestTeam, useApi } from '../harness.ts';
import { settle } from '../log/support/settle.ts';
import { warnBefore } from '../support/expiry.ts';
import { type LogRow, logRowsOf } from '../support/log-rows.ts';
import { call, createPerson, password, sessionOf } from '../support/people.ts';
import { type Received, useReceivers } from '../support/receiver.ts';
import {
  closedPortUrl,
  createWebhook,
  createWebhookAsOwner,
  eventually,
  listDeliveries,
  ofType,
  sendTest,
  updateWebhook,
  useWorkers,
} from '../support/webhooks.ts';
import { createProject, rotateToken, setAgentStatus } from '../support/world.ts';

const api = useApi();
const startReceiver = useReceivers();
const startWorker = useWorkers(api);

const send = async (team: TestTeam, method: string, path: string, body?: unknown, token = team.apiKey) => {
  const reply = await api().request(method, path, { token, body });
  expect(reply.status, reply.text).toBeLessThan(300);
};

type Subject = {
  /** The key of the subject in `data`. */
  key: string;
  types: string[];
  act: (team: TestTeam) => Promise<unknown>;
  /** The fields of each subject, where they differ from those of its resource. */
  fields?: string[];
};

const ctxOf = ({ teamId }: TestTeam) => ({
  db: api().db,
  actor: { kind: 'system', id: null, teamId } as const,
  requestId: null,
});

const subjects: Subject[] = [
  {
    key: 'task',
    types: ['task.created', 'task.updated', 'task.claimed', 'task.commented', 'task.completed', 'task.moved'],
    act: async (team) => {
      const agent = await api().createAgent(team);
      const path = `/api/tasks/${await api().createTask(team)}`;
      await send(team, 'PATCH', path, { title: 'Another title', description: 'Grüße 🚀\n"\\' });
      await send(team, 'POST', `${path}/claim`, undefined, agent.token);
      await send(team, 'POST', `${path}/comments`, { body: 'Said' });
      await send(team, 'POST', `${path}/complete`, { result: 'Done' }, agent.token);
      await send(team, 'POST', `${path}/move`, { status: 'cancelled' });
    },
  },
  {
    key: 'agent',
    types: [
      ...['agent.created', 'agent.updated', 'agent.deactivated', 'agent.reactivated'],
      ...['agent.token_rotated', 'agent.token_expiring'],
    ],
    act: async (team) => {
      const { id } = await api().createAgent(team);
      await send(team, 'PATCH', `/api/agents/${id}`, { name: 'Renamed' });
      await setAgentStatus(api(), team, id, 'inactive');
      await setAgentStatus(api(), team, id, 'active');
      await rotateToken(api(), team, id);
      await warnBefore(api().db.pool, 'agents', id, '14 days');
      await warnOfExpiry(api().db.pool);
    },
  },
  {
    key: 'project',
    types: ['project.created', 'project.updated'],
    act: async (team) =>
      send(team, 'PATCH', `/api/projects/${await createProject(api(), team)}`, { description: 'Text' }),
    fields: [
      ...['id', 'name', 'description', 'teamId', 'maxAttempts', 'archiveAfterDays', 'staleAfterSeconds'],
      ...['queueStaleAfterSeconds', 'paused', 'createdAt', 'updatedAt', 'archivedAt'],
    ],
  },
  {
    key: 'apiKey',
    types: ['api_key.created', 'api_key.expiring', 'api_key.revoked'],
    act: async (team) => {
      const { id } = await createApiKey({ ctx: ctxOf(team), input: { name: 'Second', expiresAt: null } });
      await warnBefore(api().db.pool, 'api_keys', id, '3 days');
      await warnOfExpiry(api().db.pool);
      await revokeApiKey({ ctx: ctxOf(team), input: { keyId: id } });
    },
    fields: ['id', 'name', 'access', 'teamId', 'expiresAt', 'revokedAt', 'createdAt'],
  },
  {
    key: 'member',
    types: [
      ...['member.added', 'member.signed_in_on_new_device', 'member.updated', 'member.role_changed'],
      ...['member.password_changed', 'member.password_reset', 'member.removed'],
    ],
    act: async (team) => {
      const { userId, email } = await createPerson(api(), team.teamId, 'viewer');
      const session = await sessionOf(api(), email);
      const as = { session };
      const words = { currentPassword: password, newPassword: 'another-battery' };
      await call(api(), ['mutation', 'accounts.update'], { name: 'Ada' }, as);
      await setMemberRole({ ctx: ctxOf(team), input: { userId, role: 'admin' } });
      await call(api(), ['mutation', 'accounts.changePassword'], words, as);
      await resetPassword({ ctx: { db: api().db }, input: { email, password } });
      await removeMember({ ctx: ctxOf(team), input: { userId } });
    },
    fields: ['userId', 'teamId', 'role', 'name'],
  },
  {
    key: 'invitation',
    types: ['invitation.created', 'invitation.accepted', 'invitation.revoked'],
    act: async (team) => {
      const input = { role: 'member', expiresInDays: 1, maxUses: 2 } as const;
      const { id, secret } = await createInvitation({ ctx: ctxOf(team), input });
      const account = { name: 'Nia', email: `nia-${id}@crewboard.test`, password };
      const fields = { secret, address: '192.0.2.4', ...account };
      await call(api(), ['mutation', 'invitations.accept'], fields, {});
      await revokeInvitation({ ctx: ctxOf(team), input: { invitationId: id } });
    },
    fields: ['id', 'teamId', 'role', 'uses', 'maxUses', 'createdAt', 'expiresAt', 'revokedAt'],
  },
  {
    key: 'webhook',
    types: [
      ...['webhook.created', 'webhook.updated', 'webhook.secret_rotated', 'webhook.tested'],
      ...['webhook.redelivered', 'webhook.recovered', 'webhook.deleted'],
    ],
    act: async (team) => {
      const { id } = await createWebhook(api(), team, `${closedPortUrl}/very-secret-path`, {
        eventTypes: ['project.created'],
      });
      const path = `/api/webhooks/${id}`;
      await updateWebhook(api(), team, id, {
        url: `${closedPortUrl}/other-secret-path`,
        description: 'Moved',
      });
      await send(team, 'POST', `${path}/rotate-secret`);
      const delivery = await sendTest(api(), team, id);
      await send(team, 'POST', `${path}/deliveries/${delivery.id}/redeliver`);
      await send(team, 'POST', `${path}/recover`, { since: new Date().toISOString() });
      await send(team, 'DELETE', path);
    },
    fields: [
      ...['id', 'teamId', 'description', 'eventTypes', 'enabled', 'disabledReason', 'disabledAt'],
      ...['previousSecretUntil', 'createdAt', 'updatedAt'],
    ],
  },
];

/** Without fields that events omit: a URL may be a secret of its receiver. */
const withoutUrl = <T extends object | null>(fields: T) => {
  const { url: _, ...rest } = (fields ?? {}) as { url?: unknown };
  return rest;
};

/** The event of a row as readers of the log receive it. */
function eventOf({ eventId, type, at, actorKind, actorId, snapshot, changes }: LogRow, { teamId }: TestTeam) {
  return {
    id: eventId,
    type,
    teamId,
    subject: { type: type.split('.')[0], id: 'any' },
    actor: { kind: actorKind, id: actorId, name: null },
    requestId: null,
    snapshot,
    changes,
    createdAt: at,
  };
}

function expectPayload(
  { json, headers }: Received,
  row: LogRow,
  team: TestTeam,
  { key, fields }: Subject,
): void {
  expect(headers['content-type']).toBe('application/json');
  expect(headers['user-agent']).toMatch(/^Crewboard\//);
  expect(Object.keys(json).sort()).toEqual(['data', 'timestamp', 'type']);
  expect(json.timestamp).toBe(row.at);
  WebhookPayloadByType.parse(json);
  EventByType.parse(eventOf(row, team));
  const { [key]: subject, ...data } = json.data;
  const isWebhook = key === 'webhook';
  expect(subject).toEqual(isWebhook ? withoutUrl(row.snapshot) : row.snapshot);
  if (fields) expect(Object.keys(subject as object).sort()).toEqual(fields.toSorted());
  const changes = isWebhook && row.changes ? withoutUrl(row.changes) : row.changes;
  expect(data).toEqual({
    eventId: row.eventId,
    teamId: team.teamId,
    ...(changes && { changes }),
    actor: { kind: row.actorKind, id: row.actorId, name: expect.toSatisfy(isNameOrNull) },
  });
}

const isNameOrNull = (value: unknown) => value === null || (typeof value === 'string' && value !== '');

describe('the payload', () => {
  it.each(subjects)(
    'of $types has the event and the $key as in the log, and matches the OpenAPI document',
    async (subject) => {
      const team = await api().createTeam();
      const receiver = await startReceiver();
      await createWebhookAsOwner(api(), team, receiver.url, { eventTypes: subject.types });
      startWorker();
      await subject.act(team);
      const types = new Set(subject.types);
      // The service may be about to write the warning of an expiry itself.
      const expected = await eventually(
        async () => {
          const log = await logRowsOf(api(), team);
          const made = log.findIndex(({ type }) => type === 'webhook.created');
          return log.slice(made + 1).filter(({ type }) => types.has(type));
        },
        (rows) => new Set(rows.map(({ type }) => type)).size === types.size,
      );
      const received = await receiver.until((all) => {
        const ids = new Set(all.map(({ json }) => json.data.eventId));
        return expected.every(({ eventId }) => ids.has(eventId));
      });
      for (const row of expected) {
        const [message, ...more] = received.filter(({ json }) => json.data.eventId === row.eventId);
        if (!message) throw new Error(`${row.type} did not arrive`);
        expect(more).toEqual([]);
        expect(message.json.type).toBe(row.type);
        expectPayload(message, row, team, subject);
        expect(message.body).not.toMatch(/whsec_|cb_agent_|cb_team_|secret-path/);
      }
    },
  );

  it('has the id of the event in the log, and the name of the actor', async () => {
    const team = await api().createTeam();
    const receiver = await startReceiver();
    const webhook = await createWebhook(api(), team, receiver.url, {
      eventTypes: ['task.created', 'task.claimed', 'agent.created'],
    });
    startWorker();
    const agent = await api().createAgent(team, 'Ada');
    const taskId = await api().createTask(team);
    await send(team, 'POST', `/api/tasks/${taskId}/claim`, undefined, agent.token);
    const [claimed] = ofType(
      await receiver.until((all) => ofType(all, 'task.claimed').length > 0),
      'task.claimed',
    );
    expect(claimed?.json.data.actor).toEqual({ kind: 'agent', id: agent.id, name: 'Ada' });
    await receiver.until(({ length }) => length >= 3);
    await settle(api());
    const reply = await api().request('GET', `/api/teams/${team.teamId}/events`, { token: team.apiKey });
    const events = expectBody(reply, 200, z.array(Event)).filter(({ type }) => !type.startsWith('webhook.'));
    for (const { id, type, actor, snapshot, createdAt } of events.slice(-3)) {
      const message = receiver.received.find(({ json }) => json.data.eventId === id);
      expect(message?.json).toMatchObject({ type, timestamp: createdAt, data: { actor } });
      expect(Object.values(message?.json.data ?? {})).toContainEqual(snapshot);
    }
    const deliveries = await eventually(
      () => listDeliveries(api(), team, webhook.id, '?status=succeeded'),
      ({ length }) => length === 3,
    );
    expect(deliveries.map(({ id, eventId, eventType }) => [id, eventId, eventType]).sort()).toEqual(
      receiver.received
        .map(({ headers, json }) => [headers['webhook-id'], json.data.eventId, json.type])
        .sort(),
    );
  });
});

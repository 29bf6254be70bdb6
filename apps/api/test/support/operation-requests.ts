import type { TestTeam } from '../harness.ts';
import { closedPortUrl } from './webhooks.ts';

export type Fields = Record<string, unknown>;

export type Row = {
  /** A body that every permitted caller may send; absent if the operation has none. */
  body?: (team: TestTeam) => Fields;
  /** Every field of the body except numbers and Boolean ones. */
  fields?: string[];
  /** Its fields that are whole numbers. */
  numbers?: string[];
  /** Its Boolean fields. */
  flags?: string[];
  /** Its fields that are lists. */
  lists?: string[];
  /** Fields of `body` that may be left out. */
  optional?: string[];
  /** Whether the body must have at least one field. */
  needsBody?: boolean;
  /** The status of a success; 200 if absent. */
  success?: 201 | 202 | 204;
  /** Whether a success may also find nothing: 204. */
  mayFindNothing?: true;
  /** Whether the task in the path must be held by the calling agent. */
  needsHolder?: true;
  /** Whether a success writes no event. */
  isUnrecorded?: true;
};

const nameBody = () => ({ name: 'A name' });
const pause = {
  body: () => ({ reason: 'A reason' }),
  fields: ['reason', 'mode'],
  numbers: ['graceSeconds'],
  needsBody: true,
} satisfies Row;

/** The paths are those of the interface document. */
export const requests: Record<string, Row> = {
  'GET /api/me': {},

  'GET /api/teams/{teamId}/tasks': { flags: ['archived', 'claimable'] },
  'POST /api/teams/{teamId}/tasks': {
    body: ({ projectId }) => ({ title: 'A task', projectId }),
    fields: [
      'title',
      'description',
      'projectId',
      'assignedAgentId',
      'assignedMemberId',
      'priority',
      'dueDate',
      'notBefore',
      'parentId',
      'externalId',
    ],
    lists: ['links', 'blockedBy'],
    needsBody: true,
    success: 201,
  },
  'POST /api/teams/{teamId}/tasks/bulk': {
    body: ({ projectId }) => ({ tasks: [{ title: 'A task', projectId }] }),
    lists: ['tasks'],
    needsBody: true,
    success: 201,
  },
  'GET /api/tasks/{taskId}': {},
  'PATCH /api/tasks/{taskId}': {
    body: () => ({ title: 'Another title' }),
    fields: [
      'title',
      'description',
      'priority',
      'assignedAgentId',
      'assignedMemberId',
      'projectId',
      'dueDate',
      'notBefore',
      'parentId',
      'externalId',
    ],
    lists: ['links', 'blockedBy'],
    needsBody: true,
  },
  'POST /api/tasks/{taskId}/move': {
    body: () => ({ status: 'cancelled' }),
    fields: ['status'],
    numbers: ['attempt'],
    needsBody: true,
  },
  'POST /api/tasks/{taskId}/archive': {},
  'POST /api/tasks/{taskId}/restore': {},
  'POST /api/tasks/{taskId}/claim': { fields: ['include'], numbers: ['leaseSeconds'] },
  'POST /api/teams/{teamId}/tasks/claim-next': {
    // Longer than any test takes: the end of a lease is a change.
    body: () => ({ leaseSeconds: 3_600 }),
    fields: ['projectId', 'priority', 'complete', 'include'],
    numbers: ['leaseSeconds', 'wait'],
    mayFindNothing: true,
  },
  'POST /api/tasks/{taskId}/heartbeat': {
    numbers: ['attempt'],
    needsHolder: true,
    isUnrecorded: true,
  },
  'POST /api/tasks/{taskId}/fail': {
    // Longer than any test takes: that the task is offered again is a change.
    body: () => ({ reason: 'A reason', retryAfterSeconds: 86_400 }),
    optional: ['retryAfterSeconds'],
    fields: ['reason'],
    numbers: ['retryAfterSeconds', 'attempt'],
    needsHolder: true,
    needsBody: true,
  },
  'POST /api/tasks/{taskId}/release': {
    body: () => ({ reason: 'A reason' }),
    fields: ['reason'],
    numbers: ['attempt'],
    needsHolder: true,
  },
  'POST /api/tasks/{taskId}/complete': {
    body: () => ({ result: 'A result' }),
    fields: ['result'],
    numbers: ['attempt'],
  },
  'GET /api/tasks/{taskId}/attempts': {},

  'GET /api/tasks/{taskId}/comments': {},
  'POST /api/tasks/{taskId}/comments': {
    body: () => ({ body: 'A comment' }),
    fields: ['body'],
    needsBody: true,
    success: 201,
  },
  'GET /api/comments/{commentId}': {},

  'GET /api/teams/{teamId}/events': {},
  'GET /api/tasks/{taskId}/events': {},

  'GET /api/teams/{teamId}/attention': {},
  'GET /api/teams/{teamId}/agents': {},
  'GET /api/agents/{agentId}': {},
  'POST /api/teams/{teamId}/agents': {
    body: nameBody,
    fields: ['name', 'description', 'expiresAt'],
    needsBody: true,
    success: 201,
  },
  'PATCH /api/agents/{agentId}': {
    body: nameBody,
    fields: ['name', 'description', 'status'],
    needsBody: true,
  },
  'POST /api/agents/{agentId}/rotate-token': {
    body: () => ({ graceSeconds: 60 }),
    fields: ['expiresAt'],
    numbers: ['graceSeconds'],
  },

  'GET /api/teams/{teamId}/members': {},
  'POST /api/agents/{agentId}/pause': pause,
  'POST /api/agents/{agentId}/resume': {},

  'GET /api/teams/{teamId}/projects': { flags: ['archived'] },
  'GET /api/projects/{projectId}': {},
  'POST /api/teams/{teamId}/projects': {
    body: nameBody,
    fields: ['name', 'description', 'instructions'],
    numbers: ['maxAttempts', 'archiveAfterDays', 'staleAfterSeconds', 'queueStaleAfterSeconds'],
    needsBody: true,
    success: 201,
  },
  'PATCH /api/projects/{projectId}': {
    body: nameBody,
    fields: ['name', 'description', 'instructions'],
    numbers: ['maxAttempts', 'archiveAfterDays', 'staleAfterSeconds', 'queueStaleAfterSeconds'],
    needsBody: true,
  },

  'POST /api/projects/{projectId}/pause': pause,
  'POST /api/projects/{projectId}/resume': {},
  'POST /api/projects/{projectId}/archive': {},
  'POST /api/projects/{projectId}/restore': {},

  'GET /api/teams/{teamId}': {},
  'POST /api/teams/{teamId}/pause': pause,
  'POST /api/teams/{teamId}/resume': {},

  'GET /api/teams/{teamId}/webhooks': {},
  'POST /api/teams/{teamId}/webhooks': {
    body: () => ({ url: closedPortUrl }),
    fields: ['url', 'description', 'eventTypes'],
    flags: ['enabled'],
    needsBody: true,
    success: 201,
  },
  'GET /api/webhooks/{webhookId}': {},
  'PATCH /api/webhooks/{webhookId}': {
    body: () => ({ description: 'Another description' }),
    fields: ['url', 'description', 'eventTypes'],
    flags: ['enabled'],
    needsBody: true,
  },
  'DELETE /api/webhooks/{webhookId}': { success: 204 },
  'POST /api/webhooks/{webhookId}/rotate-secret': {},
  'POST /api/webhooks/{webhookId}/test': { success: 202 },
  'POST /api/webhooks/{webhookId}/recover': {
    body: () => ({ since: new Date(Date.now() - 60_000).toISOString() }),
    fields: ['since'],
    needsBody: true,
    success: 202,
  },
  'GET /api/webhooks/{webhookId}/deliveries': {},
  'GET /api/webhooks/{webhookId}/deliveries/{deliveryId}': {},
  'POST /api/webhooks/{webhookId}/deliveries/{deliveryId}/redeliver': { success: 202 },
};

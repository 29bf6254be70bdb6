import { type RestOperation, type RestRoute, restOperations } from '@crewboard/contracts';
import type { TestApi, TestTeam } from '../harness.ts';
import { heldTask } from './tasks.ts';
import { closedPortUrl, createDelivery, insertWebhook } from './webhooks.ts';
import { errorOf } from './who-may-call.ts';
import { unknownId } from './world.ts';

export type Fields = Record<string, unknown>;

export type Operation = RestOperation & RestRoute;

/** Every operation with a REST route, from the contracts, so that new operations are included. */
export const operations: Operation[] = restOperations.map((operation) => ({
  ...operation,
  ...operation.rest,
}));

type Row = {
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
const table: Record<string, Row> = {
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

export const documentedRoutes = Object.keys(table);

export const routeOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

export function rowOf(operation: Operation): Row {
  const row = table[routeOf(operation)];
  if (!row) throw new Error(`Say in the table of support/operations.ts what ${routeOf(operation)} takes`);
  return row;
}

/** The operations with their routes as names, for `it.each` and `describe.each`. */
export const named = (list: Operation[]) =>
  list.map((operation) => ({ operation, name: routeOf(operation) }));

/** The first operation of each group, for case lists that are too long for every operation. */
export function onePer(
  list: Operation[],
  groupOf: (operation: Operation) => string | undefined,
): Operation[] {
  const firstByGroup = new Map<string | undefined, Operation>();
  for (const operation of list)
    if (!firstByGroup.has(groupOf(operation))) firstByGroup.set(groupOf(operation), operation);
  return [...firstByGroup.values()];
}

/** The statuses of a success. */
export function successesOf(operation: Operation): number[] {
  const { success = 200, mayFindNothing } = rowOf(operation);
  return mayFindNothing ? [success, 204] : [success];
}

/** Whether it has a body and may change something. */
export const isMutation = (operation: Operation): boolean => operation.method !== 'GET';

/** Whether an agent, or a team API key with the access `manage`, may call the operation. */
export const accepts = ({ id }: Operation, kind: 'key' | 'agent'): boolean => errorOf(id, kind) === undefined;

/** The kind of credential that the operation accepts; the team API key if it accepts both. */
export const kindFor = (operation: Operation): 'key' | 'agent' =>
  accepts(operation, 'key') ? 'key' : 'agent';

/** The name of the last parameter of the path, which is the target of the operation: taskId. */
export const parameterOf = ({ path }: Operation): string | undefined => parametersOf(path).at(-1);

const parametersOf = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);

/** The path with this id as its last parameter; earlier parameters are unknown ids unless `others` names them. */
export const pathWith = ({ path }: Operation, id: string, others: Record<string, string> = {}): string =>
  path
    .replaceAll(/\{(\w+)\}(?=.*\{)/g, (_, name: string) => others[name] ?? unknownId)
    .replace(/\{\w+\}/, () => id);

/** The value of each path parameter. */
export function parametersIn({ path: template }: Operation, path: string): Record<string, string> {
  const parts = path.split('/');
  const named = template.split('/').map((part, index) => [parametersOf(part)[0], parts[index]]);
  return Object.fromEntries(named.filter(([name]) => name));
}

/** The path to a new row in which the operation changes something: a resumption what is paused, a restoration what is archived. */
export async function effectivePath(api: TestApi, operation: Operation, team: TestTeam): Promise<string> {
  const path = await freshPath(api, operation, team);
  const { apiKey: token } = team;
  const body = { reason: 'To be resumed' };
  if (path.endsWith('/pause')) await api.request('POST', path.replace(/pause$/, 'resume'), { token });
  if (path.endsWith('/resume')) await api.request('POST', path.replace(/resume$/, 'pause'), { token, body });
  if (path.endsWith('/restore')) await api.request('POST', path.replace(/restore$/, 'archive'), { token });
  return path;
}

/** Of a pause or an archive, which would keep the agents of other tests from their tasks, another one. */
async function freshProject(api: TestApi, team: TestTeam, { path }: Operation): Promise<string> {
  if (!/\/(pause|resume|archive|restore)$/.test(path)) return team.projectId;
  const body = { name: 'To be paused' };
  const reply = await api.request('POST', `/api/teams/${team.teamId}/projects`, { token: team.apiKey, body });
  return (reply.body as { id: string }).id;
}

/** The path to a new row of the team that no other test uses. */
export async function freshPath(api: TestApi, operation: Operation, team: TestTeam): Promise<string> {
  switch (parameterOf(operation)) {
    case 'taskId':
      return pathWith(
        operation,
        await (rowOf(operation).needsHolder ? heldTask(api, team) : api.createTask(team)),
      );
    case 'agentId':
      return pathWith(operation, (await api.createAgent(team)).id);
    case 'projectId':
      return pathWith(operation, await freshProject(api, team, operation));
    case 'teamId':
      return pathWith(operation, team.teamId);
    case 'commentId':
      return pathWith(operation, await api.createComment(team, await api.createTask(team)));
    case 'webhookId':
      return pathWith(operation, await insertWebhook(api, team));
    case 'deliveryId': {
      const { id, webhookId } = await createDelivery(api, team);
      return pathWith(operation, id, { webhookId });
    }
    case undefined:
      return operation.path;
    default:
      throw new Error(
        `Say in freshPath of support/operations.ts how to make the target of ${routeOf(operation)}`,
      );
  }
}

import { type RestOperation, type RestRoute, restOperations } from '@crewboard/contracts';
import type { TestApi, TestTeam } from '../harness.ts';
import { type Row, requests } from './operation-requests.ts';
import { heldTask } from './tasks.ts';
import { createDelivery, insertWebhook } from './webhooks.ts';
import { errorOf } from './who-may-call.ts';
import { unknownId } from './world.ts';

export type Operation = RestOperation & RestRoute;

/** Every operation with a REST route, from the contracts, so that new operations are included. */
export const operations: Operation[] = restOperations.map((operation) => ({
  ...operation,
  ...operation.rest,
}));

export const documentedRoutes = Object.keys(requests);

export const routeOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

export function rowOf(operation: Operation): Row {
  const row = requests[routeOf(operation)];
  if (!row) throw new Error(`Say in support/operation-requests.ts what ${routeOf(operation)} takes`);
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

import { allPages, callOperation, type Fields } from './call-operation.ts';
import type { CallOptions } from './call-options.ts';
import { Connection, type ConnectionOptions } from './connection.ts';
import { type FollowOptions, followEvents } from './follow-events.ts';
import type { Areas } from './generated/areas.ts';
import { operations, type Route } from './generated/operations.ts';
import type { ListedTask, Me } from './generated/types.ts';
import { type WaitForTasksOptions, waitForTasks } from './wait-for-tasks.ts';

/** The client of a service: a method for each operation, by area (`tasks.claim`). */
export interface Crewboard extends Areas {
  /** The agent or key of the token, and its team. Requested once: later calls return the first response. */
  me(options?: CallOptions): Promise<Me>;
  /**
   * Waits until all of these tasks (or any) have ended (`hasEnded`), which may take days, or until `timeoutMs` has
   * passed. Returns the tasks in the order of the ids. Throws as `tasks.list` does.
   */
  waitForTasks(ids: readonly string[], options?: WaitForTasksOptions): Promise<ListedTask[]>;
}

type Method = (input?: Fields, options?: object) => unknown;

/**
 * A client for one token. Throws a TypeError for an invalid URL or an empty token; sends nothing yet.
 * Methods throw CrewboardError for an error response, ConnectionError without one.
 */
export function createClient(options: ConnectionOptions): Crewboard {
  const connection = new Connection(options);
  let caller: Me | undefined;
  const me = async ({ signal, timeoutMs, maxRetries, onRetry }: CallOptions = {}): Promise<Me> => {
    const options = { signal, timeoutMs, maxRetries, onRetry };
    caller ??= (await callOperation(connection, routeOf('teams.me'), {}, options)) as Me;
    return caller;
  };
  /** The input with the team of the token, if the path has a team that the input does not name. */
  const withTeam = async (path: string, input: Fields, options?: CallOptions): Promise<Fields> =>
    path.includes('{teamId}') && input.teamId === undefined
      ? { ...input, teamId: (await me(options)).teamId }
      : input;

  /** The team of the token, requested until the service responds; undefined once the signal is aborted. */
  const teamToFollow = async ({ signal, timeoutMs, onReconnect }: FollowOptions = {}) => {
    const options = { signal, timeoutMs, maxRetries: Number.POSITIVE_INFINITY, onRetry: onReconnect };
    try {
      return (await me(options)).teamId;
    } catch (error) {
      if (signal?.aborted) return undefined;
      throw error;
    }
  };

  const areas: Record<string, Record<string, Method>> = {};
  for (const [id, route] of Object.entries(operations)) {
    const [area = '', name = ''] = id.split('.');
    const methods = areas[area] ?? {};
    areas[area] = methods;
    const call = async (input: Fields = {}, callOptions?: CallOptions) =>
      callOperation(connection, route, await withTeam(route.path, input, callOptions), callOptions);
    methods[name] = call;
    if (route.isPaged) {
      methods[`${name}All`] = (input: Fields = {}, callOptions?: CallOptions) =>
        allPages((page) => call(page, callOptions), input);
    }
    if (route.stream) {
      methods[route.stream.split('.')[1] ?? ''] = async function* (
        input: Fields = {},
        followOptions?: FollowOptions,
      ) {
        const { teamId = await teamToFollow(followOptions), ...filter } = input;
        if (teamId !== undefined) yield* followEvents(connection, String(teamId), filter, followOptions);
      };
    }
  }
  const methods = areas as unknown as Areas;
  return {
    ...methods,
    me,
    waitForTasks: (ids, options = {}) => waitForTasks(methods.tasks.list, ids, options),
  };
}

function routeOf(id: string): Route {
  const route = operations[id];
  if (!route) throw new TypeError(`There is no operation ${id}.`);
  return route;
}

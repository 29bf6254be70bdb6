import type { z } from 'zod';
import type { Access } from '../access.ts';
import type { ErrorCode } from '../errors/problem.ts';

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
type Path = `/api/${string}`;

/** The section of the API reference that lists the routes of each area. Areas without routes have none. */
const tagByArea = {
  tasks: 'Tasks',
  attention: 'Tasks',
  comments: 'Comments',
  agents: 'Agents',
  projects: 'Projects',
  members: 'Members',
  teams: 'Teams',
  events: 'Events',
  webhooks: 'Webhooks',
} as const;
type Tag = (typeof tagByArea)[keyof typeof tagByArea] | 'Credentials';

type RouteDeclaration = {
  /** Each parameter in braces is a field of the input: GET /api/tasks/{taskId}. */
  route: `${Method} ${Path}`;
  /** The tag of the area when absent. */
  tag?: Tag;
  summary: string;
  description?: string;
  /** The statuses of a success, [200] when absent. 204 among several is the status of an empty output. */
  statuses?: readonly [SuccessStatus, ...SuccessStatus[]];
  /** The path of the created resource, with the `id` of the output in braces. */
  location?: `/api/${string}{id}`;
  /**
   * The output is a task, whose version and lease are the response's `ETag`. `read`: `If-None-Match` is honoured;
   * `write`: `If-Match` is.
   */
  versioned?: 'read' | 'write';
  /**
   * The statement of the operation checks the token itself, and changes and returns nothing if it has ended. So an
   * agent whose token was valid at its last request needs no look-up first. Not possible with `stream`: a stream begins
   * without the statement.
   */
  checksToken?: true;
  /** The field of the input with the number of seconds that the response may wait. */
  waitField?: string;
  /** The id of the subscription that serves the route for `Accept: text/event-stream`. */
  stream?: string;
};

/** The REST route of an operation. */
export type RestRoute = Omit<RouteDeclaration, 'route' | 'tag'> & { method: Method; path: Path; tag: Tag };

export type SuccessStatus = 200 | 201 | 202 | 204;

type Declaration = {
  /** A verb and a noun in camelCase, unique among all operations: claimTask. */
  operationId: string;
  type: 'query' | 'mutation' | 'subscription';
  access: Access;
  /** Absent if the operation has no input. */
  input?: z.ZodType;
  /** The result of a success; of a subscription, each of its messages. */
  output: z.ZodType;
  /** Its own errors, in addition to those that follow from its access, input and transport: see `errorsOf`. */
  errors?: readonly ErrorCode[];
  /**
   * A list that is paged `always`, or `onRequest`: over REST all items at once, unless `limit` or `cursor` is given.
   */
  paging?: 'always' | 'onRequest';
  /** Absent for operations that only the dashboard uses, over tRPC. */
  rest?: RouteDeclaration;
};

/** An operation over every transport. The id is its path in the router: tasks.claim. */
export type Operation = Omit<Declaration, 'rest'> & { id: string; rest?: RestRoute };
export type RestOperation = Operation & { rest: RestRoute };

type Properties = Omit<Declaration, 'operationId' | 'type'>;

/** Rejects properties that operations do not have. */
type Exact<Declared> = Declared & Record<Exclude<keyof Declared, keyof Properties>, never>;

const declareAs =
  <const Type extends Declaration['type']>(type: Type) =>
  <const Declared extends Properties>(operationId: string, declared: Exact<Declared>) => ({
    ...(declared as Declared),
    operationId,
    type,
  });

/** Declare an operation by its operation id and its properties. */
export const query = declareAs('query');
export const mutation = declareAs('mutation');
export const subscription = declareAs('subscription');

function toRestRoute(area: string, { route, ...rest }: RouteDeclaration): RestRoute {
  const [method, path] = route.split(' ') as [Method, Path];
  return { tag: tagByArea[area as keyof typeof tagByArea], ...rest, method, path };
}

/** A declaration with the id of the operation, and its route split into method and path. */
type Defined<Declared> = Omit<Declared, 'rest'> & { readonly id: string } & (Declared extends {
    rest: unknown;
  }
    ? { readonly rest: RestRoute }
    : unknown);

/** The operations of one area, with their types as they are declared and with the id `<area>.<name>`. */
export function defineOperations<Declarations extends Record<string, Declaration>>(
  area: string,
  declarations: Declarations,
) {
  return Object.fromEntries(
    Object.entries(declarations).map(([name, { rest, ...declared }]) => {
      const operation: Operation = { ...declared, id: `${area}.${name}` };
      return [name, rest ? { ...operation, rest: toRestRoute(area, rest) } : operation];
    }),
  ) as { readonly [Name in keyof Declarations]: Defined<Declarations[Name]> };
}

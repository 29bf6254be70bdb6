import type { CallOptions, Page } from './call-options.ts';
import type { Connection, HttpRequest } from './connection.ts';
import type { Route } from './generated/operations.ts';

/** Calls an operation. Returns its output; undefined for a response without a body; a `Page` for a list. */
export async function callOperation(
  connection: Connection,
  route: Route,
  input: Fields,
  options: CallOptions = {},
): Promise<unknown> {
  const waitSeconds = route.waitField ? Number(input[route.waitField] ?? 0) : 0;
  const timeoutMs =
    options.timeoutMs ?? (waitSeconds > 0 ? waitSeconds * 1_000 + timeoutAfterWaitMs : undefined);
  const { response, text } = await connection.send(requestOf(route, input, options), {
    ...options,
    timeoutMs,
  });
  if (text === '') return undefined;
  const result = connection.parseJson(text);
  if (Array.isArray(result)) return toPage(result, response.headers);
  const tag = response.headers.get('etag');
  if (tag !== null && typeof result === 'object' && result !== null) entityTags.set(result, tag);
  return result;
}

export type Fields = Record<string, unknown>;

/** How long a request may take beyond the seconds that the service waits. */
const timeoutAfterWaitMs = 15_000;

/** The entity tags of the tasks that methods have returned, for `ifMatch`. */
const entityTags = new WeakMap<object, string>();

/** The value of `If-Match`. Throws a TypeError for an object that no method returned. */
function toEntityTag(ifMatch: string | object): string {
  const tag = typeof ifMatch === 'string' ? ifMatch : entityTags.get(ifMatch);
  if (tag === undefined)
    throw new TypeError('`ifMatch` takes a task as a method returned it, or the text of an ETag.');
  return tag;
}

/**
 * The request of an operation. The input fills the parameters of the path; the other fields are the query or the body.
 */
function requestOf({ method, path: template }: Route, input: Fields, options: CallOptions): HttpRequest {
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    if (typeof value !== 'string' || value === '') throw new TypeError(`\`${name}\` is required.`);
    rest.delete(name);
    return encodeURIComponent(value);
  });
  const headers: Record<string, string> = {};
  if (method === 'POST') headers['idempotency-key'] = options.idempotencyKey ?? crypto.randomUUID();
  if (options.ifMatch !== undefined) headers['if-match'] = toEntityTag(options.ifMatch);
  if (options.prefer) headers.prefer = `return=${options.prefer}`;
  const query = new URLSearchParams();
  if (options.fields) query.set('fields', options.fields.join(','));
  const hasBody = method === 'POST' || method === 'PATCH';
  if (!hasBody) for (const [name, value] of rest) query.set(name, String(value));
  const body = hasBody && (rest.size > 0 || method === 'PATCH') ? Object.fromEntries(rest) : undefined;
  return { method, path: query.size > 0 ? `${path}?${query}` : path, headers, body };
}

function toPage(items: unknown[], headers: Headers): Page<unknown> {
  return Object.defineProperties(items, {
    nextCursor: { value: headers.get('x-next-cursor') },
    isWaitOver: { value: headers.get('x-wait-over') === 'true' },
  }) as Page<unknown>;
}

const maxLimit = 100;

/** Every item of a list. Reads a page when the items of the previous pages are used up. */
export async function* allPages(
  call: (page: Fields) => Promise<unknown>,
  input: Fields,
): AsyncGenerator<unknown, void> {
  let cursor = input.cursor;
  do {
    const page = (await call({ ...input, limit: input.limit ?? maxLimit, cursor })) as Page<unknown>;
    yield* page;
    cursor = page.nextCursor;
  } while (cursor !== null);
}

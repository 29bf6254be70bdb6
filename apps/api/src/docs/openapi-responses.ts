import {
  type ErrorCode,
  errorCatalog,
  errorCodes,
  errorsOf,
  type RestOperation,
  type SuccessStatus,
} from '@crewboard/contracts';

type Headers = Record<string, unknown>;
export type Response = { description: string; headers?: Headers; content?: Record<string, unknown> };

const text = (description: string) => ({ description, schema: { type: 'string' } });
const seconds = (description: string) => ({ description, schema: { type: 'integer', minimum: 0 } });

/** The headers of responses, under components. */
export const headers = {
  'X-Request-Id': text('The id of this request, for the operator.'),
  'RateLimit-Policy': text('The requests (`q`) allowed per window of `w` seconds, if requests are limited.'),
  RateLimit: text(
    'The remaining requests (`r`), and the seconds until all of them are available again (`t`).',
  ),
  'Retry-After': seconds('Seconds to wait before sending the request again.'),
  'X-Next-Cursor': text(
    'The `cursor` of the next page; absent on the last one. For a stream, the position at which it begins.',
  ),
  Link: text(
    'The URL of the next page, with `rel="next"`; absent on the last one. Of a 401: the guide for agents, with `rel="help"`.',
  ),
  'X-Wait-Over': text(
    '`true` where the tasks that the request waits for have ended (`waitFor`); absent where its time is over, and without `wait`.',
  ),
  'X-History-Removed-At': text(
    'When older events of this history were removed last, because the operator keeps them for a number of days; absent while all are there.',
  ),
  Location: text('The path of the created resource.'),
  ETag: text('The version of the task and the end of its lease, for `If-Match` and `If-None-Match`.'),
  'Idempotency-Replayed': text(
    '`true` on the response to an earlier request with the same `Idempotency-Key`; absent otherwise.',
  ),
  'Preference-Applied': text(
    '`return=minimal` if the response has only the minimal fields; absent otherwise.',
  ),
  Allow: text('The methods of this path.'),
  'WWW-Authenticate': text('`Bearer`.'),
};

const refs = (...names: (keyof typeof headers)[]): Headers =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const headersByStatus: Partial<Record<number, Headers>> = {
  401: refs('WWW-Authenticate', 'Link'),
  405: refs('Allow'),
  429: refs('Retry-After', 'RateLimit-Policy', 'RateLimit'),
  503: refs('Retry-After'),
};

/** The response that has one of these errors, all of the same status. */
function problemResponse(codes: ErrorCode[], status: number): Response {
  const retryAfter = codes.includes('IDEMPOTENCY_IN_PROGRESS') ? refs('Retry-After') : {};
  return {
    description: codes.map((code) => `\`${code}\`: ${errorCatalog[code].when}`).join('\n\n'),
    headers: { ...refs('X-Request-Id'), ...headersByStatus[status], ...retryAfter },
    content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
  };
}

/** TASK_CANCELLED → TaskCancelled. */
const componentOf = (code: ErrorCode): string =>
  code.toLowerCase().replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Errors that a request can get before its operation is known, and so from any operation. */
const transportErrors: readonly ErrorCode[] = [
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'URI_TOO_LONG',
  'HEADERS_TOO_LARGE',
];

function codesByStatus(operation: RestOperation): Map<number, ErrorCode[]> {
  const own = errorsOf(operation);
  const codes = errorCodes.filter((code) => own.includes(code) || transportErrors.includes(code));
  return Map.groupBy(codes, (code) => errorCatalog[code].status);
}

/**
 * The error responses by status: a reference to the component of the only error, or the errors of a status together.
 */
export function errorResponses(operation: RestOperation): Record<string, Response | { $ref: string }> {
  const responses = [...codesByStatus(operation)].map(([status, codes]) => {
    const [only, ...others] = codes;
    const isSingle = only !== undefined && others.length === 0;
    const response = isSingle
      ? { $ref: `#/components/responses/${componentOf(only)}` }
      : problemResponse(codes, status);
    return [status, response];
  });
  return Object.fromEntries(responses);
}

/** The components to which `errorResponses` refers. */
export function sharedResponses(operations: readonly RestOperation[]): Record<string, Response> {
  const singles = operations.flatMap((operation) =>
    [...codesByStatus(operation).values()].flatMap((codes) => (codes.length === 1 ? codes : [])),
  );
  const codes = errorCodes.filter((code) => singles.includes(code));
  return Object.fromEntries(
    codes.map((code) => [componentOf(code), problemResponse([code], errorCatalog[code].status)]),
  );
}

const successDescriptions: Record<SuccessStatus, string> = {
  200: 'OK.',
  201: 'Created.',
  202: 'Accepted: processing continues in the background.',
  204: 'Done, without a body.',
};

/** The success responses by status. `content` is the content of responses with a body. */
export function successResponses(
  { rest, paging }: RestOperation,
  content: Record<string, unknown> | undefined,
): Record<string, Response> {
  const { statuses = [200], location } = rest;
  const always = refs('X-Request-Id', 'RateLimit-Policy', 'RateLimit');
  const withBody = {
    ...refs('Preference-Applied'),
    ...(location && refs('Location')),
    ...(paging && refs('X-Next-Cursor', 'Link')),
    ...(paging && rest.tag === 'Events' && refs('X-History-Removed-At')),
    ...(paging && rest.waitField && refs('X-Wait-Over')),
    ...(rest.method === 'POST' && refs('Idempotency-Replayed')),
    ...(rest.versioned && refs('ETag')),
  };
  const responses = Object.fromEntries(
    statuses.map((status) => {
      const description = successDescriptions[status];
      if (status === 204 || !content) return [status, { description, headers: always }];
      return [status, { description, headers: { ...always, ...withBody }, content }];
    }),
  );
  if (rest.method !== 'GET' || !rest.versioned) return responses;
  const description = 'The task still matches the tag in `If-None-Match`.';
  return { ...responses, 304: { description, headers: { ...always, ...refs('ETag') } } };
}

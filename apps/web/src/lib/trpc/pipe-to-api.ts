import { buildText } from '@crewboard/build-info';
import { httpBounds } from '@crewboard/contracts';
import { BUILD_HEADER } from '../update/build-header.ts';
import { readBodyUpTo } from './read-body-up-to.ts';
import { isSameOrigin } from './same-origin.ts';
import { trpcError } from './trpc-error.ts';
import { uncompressedHeaders } from './uncompressed-headers.ts';

/** One procedure, or those of a batch: `tasks.get`, `tasks.get,tasks.list`. */
const PROCEDURES = /^\w+(\.\w+)*(,\w+(\.\w+)*)*$/;
const { maxBodyBytes } = httpBounds;
/** Both: until the head of the response arrives. */
const QUERY_TIMEOUT_MS = 5_000;
const MUTATION_TIMEOUT_MS = 30_000;
/** Until the browser has read the whole response. */
const TOTAL_TIMEOUT_MS = 60_000;

export interface Api {
  url: string;
  /** The bearer token of the caller. */
  token: string;
}

/**
 * Proxies a tRPC call of a browser to the API, and returns its status and JSON body. Streams the body within 60 s, so
 * that memory holds one chunk. Rejects calls that are malformed or come from another site.
 */
export async function pipeToApi(request: Request, procedures: string, api: Api): Promise<Response> {
  if (!PROCEDURES.test(procedures)) return trpcError('NOT_FOUND', 'There is no such procedure.');
  if (!isSameOrigin(request)) return trpcError('FORBIDDEN', 'Only pages of this server may call it.');

  const target = new URL(`${api.url}/trpc/${procedures}`);
  for (const name of ['batch', 'input']) {
    const value = new URL(request.url).searchParams.get(name);
    if (value !== null) target.searchParams.set(name, value);
  }

  const headers = new Headers({ Authorization: `Bearer ${api.token}`, ...uncompressedHeaders });
  if (request.method === 'GET')
    return forward(target, { method: 'GET', headers }, QUERY_TIMEOUT_MS, request.signal);

  if (!isJson(request.headers)) return trpcError('UNSUPPORTED_MEDIA_TYPE', 'The body must be JSON.');
  const body = await readBodyUpTo(request, maxBodyBytes);
  if (!body) return trpcError('PAYLOAD_TOO_LARGE', `The body is larger than ${maxBodyBytes} bytes.`);
  headers.set('Content-Type', 'application/json');
  return forward(target, { method: 'POST', headers, body }, MUTATION_TIMEOUT_MS, request.signal);
}

async function forward(
  target: URL,
  init: RequestInit,
  timeoutMs: number,
  clientGone: AbortSignal,
): Promise<Response> {
  try {
    const signals = [clientGone, AbortSignal.timeout(TOTAL_TIMEOUT_MS)];
    const response = await fetchHead(target, init, timeoutMs, signals);
    if (!isJson(response.headers)) {
      await response.body?.cancel();
      return trpcError('BAD_GATEWAY', 'The response from API_URL is not from tRPC.');
    }
    const headers = new Headers({
      'Content-Type': 'application/json',
      'Cache-Control': 'no-store',
      [BUILD_HEADER]: buildText,
    });
    const requestId = response.headers.get('x-request-id');
    if (requestId) headers.set('X-Request-Id', requestId);
    return new Response(response.body, { status: response.status, headers });
  } catch {
    return trpcError('SERVICE_UNAVAILABLE', 'The API is not reachable.');
  }
}

/** Calls the API. Throws if the head of the response does not arrive in time; its body may take longer. */
export async function fetchHead(
  target: URL,
  init: RequestInit,
  timeoutMs: number,
  signals: AbortSignal[],
): Promise<Response> {
  const timedOut = new AbortController();
  const timer = setTimeout(
    () => timedOut.abort(new DOMException('The API did not respond.', 'TimeoutError')),
    timeoutMs,
  );
  const signal = AbortSignal.any([...signals, timedOut.signal]);
  try {
    return await fetch(target, { ...init, signal, cache: 'no-store', redirect: 'manual' });
  } finally {
    clearTimeout(timer);
  }
}

function isJson(headers: Headers): boolean {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() === 'application/json';
}

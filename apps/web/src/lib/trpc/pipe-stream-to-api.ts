import type { Api } from './pipe-to-api.ts';
import { isSameOrigin } from './same-origin.ts';
import { trpcError, trpcErrorBody, unauthenticatedBody } from './trpc-error.ts';
import { uncompressedHeaders } from './uncompressed-headers.ts';

const PROCEDURE = /^\w+(\.\w+)*$/;
/** When a browser reconnects after an error; after a stream, at the time that the API has sent. */
const RETRY_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;

/** Whether a request opens a stream of events. */
export function asksForStream(request: Request): boolean {
  return request.headers.get('accept')?.includes('text/event-stream') ?? false;
}

/**
 * Proxies a subscription to the API and streams the bytes of the response as they are, until either side ends it: each
 * layer in between costs more than the API spends on a message.
 */
export async function pipeStreamToApi(request: Request, procedure: string, api: Api): Promise<Response> {
  if (!PROCEDURE.test(procedure)) return trpcError('NOT_FOUND', 'There is no such procedure.');
  if (!isSameOrigin(request)) return trpcError('FORBIDDEN', 'Only pages of this server may call it.');

  const target = new URL(`${api.url}/trpc/${procedure}`);
  const input = new URL(request.url).searchParams.get('input');
  if (input !== null) target.searchParams.set('input', input);
  const headers = new Headers({
    Accept: 'text/event-stream',
    Authorization: `Bearer ${api.token}`,
    ...uncompressedHeaders,
  });
  const lastEventId = request.headers.get('last-event-id');
  if (lastEventId) headers.set('Last-Event-ID', lastEventId);

  const response = await connect(target, headers, request.signal);
  if (response?.status === 429) return eventStream(limitedMessage(response));
  if (!response?.body) return eventStream(awayMessage());
  return eventStream(response.body);
}

/** The response without a session. */
export function unauthenticatedStream(): Response {
  return eventStream(errorMessage(unauthenticatedBody()));
}

/** The stream of the API, or its 429; null if it cannot be reached or responds with anything else. */
async function connect(target: URL, headers: Headers, signal: AbortSignal): Promise<Response | null> {
  // The timeout is for the connection only; a stream may last for days.
  const connecting = new AbortController();
  const timer = setTimeout(
    () => connecting.abort(new DOMException('The API did not respond.', 'TimeoutError')),
    CONNECT_TIMEOUT_MS,
  );
  try {
    const response = await fetch(target, {
      headers,
      cache: 'no-store',
      redirect: 'manual',
      signal: AbortSignal.any([signal, connecting.signal]),
    });
    const isStream = response.ok && response.headers.get('content-type')?.startsWith('text/event-stream');
    if (isStream) return response;
    await response.body?.cancel();
    return response.status === 429 ? response : null;
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

/** Sends errors in a stream: after any other response, a browser would not reconnect. */
function errorMessage(error: object, retryMs = RETRY_MS): string {
  return `retry: ${retryMs}\nevent: serialized-error\ndata: ${JSON.stringify(error)}\n\n`;
}

const awayMessage = () => errorMessage(trpcErrorBody('SERVICE_UNAVAILABLE', 'The API is not reachable.'));

/** The browser reconnects at the time of the API, within a minute. */
function limitedMessage({ headers }: Response): string {
  const seconds = Math.min(Math.max(Number(headers.get('retry-after')) || 1, 1), 60);
  const error = trpcErrorBody('TOO_MANY_REQUESTS', `Too many requests. Try again in ${seconds} seconds.`);
  return errorMessage(error, seconds * 1000);
}

function eventStream(body: BodyInit): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  });
}

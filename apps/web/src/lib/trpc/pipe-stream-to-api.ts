import { describeWait } from '@crewboard/contracts';
import { type Api, fetchHead } from './pipe-to-api.ts';
import { isSameOrigin } from './same-origin.ts';
import { trpcError, trpcErrorBody, unauthenticatedBody } from './trpc-error.ts';
import { uncompressedHeaders } from './uncompressed-headers.ts';

const PROCEDURE = /^\w+(\.\w+)*$/;
/** How soon a browser reconnects after an error. After the end of a stream, it waits as long as the API has sent. */
const RETRY_MS = 1_000;
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Proxies a subscription of a browser to the API, until either side ends it. Passes the bytes on as they are: parsing
 * them would cost more than the API spends on a message.
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
  if (response?.status === 429) return eventStream(rateLimitedMessage(response));
  if (!response?.body) return eventStream(unreachableMessage());
  return eventStream(response.body);
}

/** The stream for a browser without a session. */
export function unauthenticatedStream(): Response {
  return eventStream(errorMessage(unauthenticatedBody()));
}

/**
 * The stream of the API, or its 429; null if the API cannot be reached or responds with anything else. The API sends
 * other errors of a call, such as FORBIDDEN, as a stream with status 200.
 */
async function connect(target: URL, headers: Headers, signal: AbortSignal): Promise<Response | null> {
  try {
    const response = await fetchHead(target, { headers }, CONNECT_TIMEOUT_MS, [signal]);
    const isStream = response.ok && response.headers.get('content-type')?.startsWith('text/event-stream');
    if (isStream) return response;
    await response.body?.cancel();
    return response.status === 429 ? response : null;
  } catch {
    return null;
  }
}

/** An error as a message of a stream: after any other response, a browser would not reconnect. */
function errorMessage(error: object, retryMs = RETRY_MS): string {
  return `retry: ${retryMs}\nevent: serialized-error\ndata: ${JSON.stringify(error)}\n\n`;
}

const unreachableMessage = () =>
  errorMessage(trpcErrorBody('SERVICE_UNAVAILABLE', 'The API is not reachable.'));

/** Tells the browser to reconnect when the API allows it, within a minute. */
function rateLimitedMessage({ headers }: Response): string {
  const seconds = Math.min(Math.max(Number(headers.get('retry-after')) || 1, 1), 60);
  const message = `Too many requests. Try again in ${describeWait(seconds)}.`;
  return errorMessage(trpcErrorBody('TOO_MANY_REQUESTS', message), seconds * 1000);
}

function eventStream(body: BodyInit): Response {
  return new Response(body, {
    headers: {
      'Content-Type': 'text/event-stream',
      // Reverse proxies must neither compress nor buffer a stream.
      'Cache-Control': 'no-store, no-transform',
      'X-Accel-Buffering': 'no',
    },
  });
}

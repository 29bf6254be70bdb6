import type { Agent, Dispatcher } from 'undici';
import { errorMessage } from './error-message.ts';
import { decodeBody, maxReadBytes, parseRetryAfter } from './read-response.ts';

/** `latencyMs` is the time to the status of the response, or to the error. */
export type Outcome = { latencyMs: number } & (
  | { statusCode: number; retryAfterSeconds: number | undefined; body: string; error: null }
  | { statusCode: null; error: string }
);

type Post = { url: URL; headers: Record<string, string>; body: string | Buffer; signal?: AbortSignal };
export type ExchangeTiming = {
  /** For DNS, TCP and TLS. */
  connectTimeoutMs: number;
  /** From the start to the status of the response; a body that is not complete by then is cut. */
  responseTimeoutMs: number;
};

const seconds = (ms: number) => `${ms / 1000} s`;

/** Sends one POST and reads its response; follows no redirects. Never rejects: errors are in the outcome. */
export function exchange(
  agent: Agent,
  { url, headers, body, signal }: Post,
  { connectTimeoutMs, responseTimeoutMs }: ExchangeTiming,
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const startedAt = performance.now();
  const latencyMs = () => Math.round(performance.now() - startedAt);
  const chunks: Buffer[] = [];
  let received = 0;
  let response: { statusCode: number; retryAfterSeconds: number | undefined; latencyMs: number } | undefined;
  let connection: Dispatcher.DispatchController | undefined;
  let hasEnded = false;

  /** Resolves once. An error in the body, after the status arrived, does not change the outcome. */
  function end(error: string): void {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(connectTimer);
    clearTimeout(responseTimer);
    signal?.removeEventListener('abort', onAbort);
    if (response) resolve({ ...response, body: decodeBody(chunks), error: null });
    else resolve({ latencyMs: latencyMs(), statusCode: null, error });
    connection?.abort(new Error('ended'));
  }

  const onAbort = () => end('Stopped while sending.');
  const connectTimer = setTimeout(
    () => end(`No connection within ${seconds(connectTimeoutMs)}.`),
    connectTimeoutMs,
  );
  const responseTimer = setTimeout(
    () => end(`No response within ${seconds(responseTimeoutMs)}.`),
    responseTimeoutMs,
  );
  signal?.addEventListener('abort', onAbort);
  if (signal?.aborted) {
    onAbort();
    return promise;
  }

  agent.dispatch(
    {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'POST',
      headers,
      body,
      // `responseTimer` bounds both.
      headersTimeout: 0,
      bodyTimeout: 0,
    },
    {
      /** The connection is open, and nothing has been sent. */
      onRequestStart(controller) {
        clearTimeout(connectTimer);
        connection = controller;
        if (hasEnded) controller.abort(new Error('ended'));
      },
      onResponseStart(_controller, statusCode, responseHeaders) {
        if (statusCode < 200) return;
        const after = parseRetryAfter(responseHeaders['retry-after']);
        response = { statusCode, retryAfterSeconds: after, latencyMs: latencyMs() };
      },
      onResponseData(_controller, chunk) {
        chunks.push(chunk);
        received += chunk.length;
        if (received >= maxReadBytes) end('');
      },
      onResponseEnd() {
        // The response is complete: `end` must leave the connection open for the next request.
        connection = undefined;
        end('');
      },
      onResponseError(_controller, error) {
        end(errorMessage(error));
      },
    },
  );
  return promise;
}

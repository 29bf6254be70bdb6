import type { Agent, Dispatcher } from 'undici';
import { bodyText, readAtMost, retryAfterSeconds } from './answer.ts';
import { errorWords } from './error-words.ts';

/** `latencyMs`: until the status of the answer was there, or until it was clear that none would come. */
export type Outcome = { latencyMs: number } & (
  | { statusCode: number; retryAfterSeconds: number | undefined; body: string; error: null }
  | { statusCode: null; error: string }
);

type Post = { url: URL; headers: Record<string, string>; body: string | Buffer; signal?: AbortSignal };
type Limits = { connectTimeoutMs: number; responseTimeoutMs: number };

const seconds = (ms: number) => `${ms / 1000} s`;

/** One POST and its answer, without redirects. Never rejects. */
export function exchange(
  agent: Agent,
  { url, headers, body, signal }: Post,
  { connectTimeoutMs, responseTimeoutMs }: Limits,
): Promise<Outcome> {
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const startedAt = performance.now();
  const latencyMs = () => Math.round(performance.now() - startedAt);
  const chunks: Buffer[] = [];
  let received = 0;
  let answer: { statusCode: number; retryAfterSeconds: number | undefined; latencyMs: number } | undefined;
  let connection: Dispatcher.DispatchController | undefined;
  let hasEnded = false;

  /** The first end counts. Once the status is there it decides, whatever happens to the body. */
  function end(error: string): void {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(noConnection);
    clearTimeout(noAnswer);
    signal?.removeEventListener('abort', onAbort);
    if (answer) resolve({ ...answer, body: bodyText(chunks), error: null });
    else resolve({ latencyMs: latencyMs(), statusCode: null, error });
    connection?.abort(new Error('ended'));
  }

  const onAbort = () => end('Stopped while sending.');
  const noConnection = setTimeout(
    () => end(`No connection within ${seconds(connectTimeoutMs)}.`),
    connectTimeoutMs,
  );
  const noAnswer = setTimeout(
    () => end(`No answer within ${seconds(responseTimeoutMs)}.`),
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
      headersTimeout: 0,
      bodyTimeout: 0,
    },
    {
      /** There is a connection, and nothing has been sent. */
      onRequestStart(controller) {
        clearTimeout(noConnection);
        connection = controller;
        if (hasEnded) controller.abort(new Error('ended'));
      },
      onResponseStart(_controller, statusCode, responseHeaders) {
        if (statusCode < 200) return;
        const after = retryAfterSeconds(responseHeaders['retry-after']);
        answer = { statusCode, retryAfterSeconds: after, latencyMs: latencyMs() };
      },
      onResponseData(_controller, chunk) {
        chunks.push(chunk);
        received += chunk.length;
        if (received >= readAtMost) end('');
      },
      onResponseEnd() {
        connection = undefined;
        end('');
      },
      onResponseError(_controller, error) {
        end(errorWords(error));
      },
    },
  );
  return promise;
}

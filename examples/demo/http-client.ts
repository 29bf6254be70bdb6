import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const RESPONSE_TIMEOUT_MS = 30_000;
const MAX_RETRY_MS = 120_000;

interface ApiResponse<T> {
  data: T;
  nextCursor: string | null;
}

export type Request = <T>(method: string, path: string, body?: object) => Promise<ApiResponse<T>>;

interface Problem {
  code?: string;
  detail?: string;
  heldByCaller?: boolean;
}

/** An error response; `code` is the error code of the service. */
export class HttpError extends Error {
  readonly status: number;
  readonly code: string;
  /** Whether the caller itself holds the task. */
  readonly heldByCaller: boolean;

  constructor(what: string, status: number, problem: Problem) {
    super(`${what} was rejected: ${status} ${problem.code ?? ''} ${problem.detail ?? ''}`.trimEnd());
    this.status = status;
    this.code = problem.code ?? '';
    this.heldByCaller = problem.heldByCaller ?? false;
  }
}

/** Thrown without a response, or for one that is not JSON. */
export class NoResponseError extends Error {}

/**
 * Returns a request function that retries 429 and 503 responses after Retry-After, for at most MAX_RETRY_MS. All tries of a
 * POST have the same Idempotency-Key.
 */
export function connect(baseUrl: string, token: string, interruption?: AbortSignal): Request {
  return async <T>(method: string, path: string, body?: object) => {
    const what = `${method} ${path}`;
    const headers: Record<string, string> = { authorization: `Bearer ${token}` };
    if (body) headers['content-type'] = 'application/json';
    if (method === 'POST') headers['idempotency-key'] = randomUUID();

    const retryUntil = Date.now() + MAX_RETRY_MS;
    for (;;) {
      const timeout = AbortSignal.timeout(RESPONSE_TIMEOUT_MS);
      const signal = interruption ? AbortSignal.any([timeout, interruption]) : timeout;
      const { response, text } = await exchange(
        baseUrl + path,
        { method, headers, body: json(body), signal },
        what,
      );
      if (response.ok) {
        if (response.status === 204) return { data: undefined as T, nextCursor: null };
        return { data: parse(what, text) as T, nextCursor: response.headers.get('x-next-cursor') };
      }
      const busy = response.status === 429 || response.status === 503;
      const pause = retryAfterSeconds(response) * 1000;
      if (!busy || Date.now() + pause > retryUntil) throw toHttpError(what, response.status, text);
      await sleep(pause, undefined, { signal: interruption });
    }
  };
}

const json = (body?: object) => (body ? JSON.stringify(body) : undefined);

async function exchange(url: string, init: RequestInit, what: string) {
  try {
    const response = await fetch(url, init);
    return { response, text: await response.text() };
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new NoResponseError(
      `${what} got no response: ${reason instanceof Error ? reason.message : reason}`,
    );
  }
}

function parse(what: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new NoResponseError(`${what} got a response that is not JSON: ${text.slice(0, 80)}`);
  }
}

function toHttpError(what: string, status: number, text: string): HttpError {
  try {
    return new HttpError(what, status, JSON.parse(text));
  } catch {
    return new HttpError(what, status, { detail: text.slice(0, 80) });
  }
}

function retryAfterSeconds(response: Response): number {
  const seconds = Number(response.headers.get('retry-after') ?? 1);
  return Number.isFinite(seconds) && seconds >= 0 ? seconds : 1;
}

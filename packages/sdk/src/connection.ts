import type { CallOptions } from './call-options.ts';
import { retryDelayMs, sleep } from './delay.ts';
import { ConnectionError, CrewboardError, isCode, isTransient, isTransientStatus } from './errors.ts';
import type { Problem } from './generated/types.ts';

export interface ConnectionOptions {
  /** Where the API listens: http://127.0.0.1:4000. */
  url: string;
  /** An agent token or a team API key. */
  token: string;
  /** Ends the calls that have no signal of their own. */
  signal?: AbortSignal;
  /** How many times a failed attempt is repeated if the call does not say so. 6 when absent. */
  maxRetries?: number;
  /** Replaces the global `fetch`. */
  fetch?: typeof fetch;
}

export interface HttpRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With the query. */
  path: string;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  body?: object;
}

export const defaultTimeoutMs = 30_000;
const defaultMaxRetries = 6;

/** Sends requests with a token, and repeats those that failed and may succeed later. */
export class Connection {
  /** The URL of the API, without a slash at the end. */
  readonly #url: string;
  readonly #token: string;
  readonly #signal: AbortSignal | undefined;
  readonly #maxRetries: number;
  readonly #fetch: typeof fetch;

  /** Throws a TypeError when `url` is not the address of an API or `token` is not a token. */
  constructor({
    url,
    token,
    signal,
    maxRetries = defaultMaxRetries,
    fetch: send = fetch,
  }: ConnectionOptions) {
    // An invalid header value would make each request fail, with an error that shows the token.
    if (!/^[!-~]+$/.test(token)) {
      throw new TypeError('A token is required: an agent token (cb_agent_…) or a team API key (cb_team_…).');
    }
    this.#url = toBaseUrl(url);
    this.#token = token;
    this.#signal = signal;
    this.#maxRetries = maxRetries;
    // The `fetch` of browsers throws if it is called as a method of another object.
    this.#fetch = (...args) => send(...args);
  }

  /** The response and its text. Throws CrewboardError, ConnectionError or the reason of the signal. */
  async send(request: HttpRequest, options: CallOptions): Promise<{ response: Response; text: string }> {
    const { signal = this.#signal, maxRetries = this.#maxRetries, onRetry } = options;
    /** The error of an attempt that may have had its effect. */
    let lost: Error | undefined;
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#sendOnce(request, signal, options.timeoutMs);
      } catch (error) {
        if (lost && mayStemFromEffect(request, error)) throw lost;
        if (!isTransient(error) || attempt > maxRetries) throw error;
        if (mayHaveEffect(error)) lost = error;
        const delayMs = retryDelayMs(attempt, error instanceof CrewboardError ? error.retryAfter : undefined);
        onRetry?.({ error, delayMs, attempt });
        await sleep(delayMs, signal);
        signal?.throwIfAborted();
      }
    }
  }

  /**
   * The response without its body, which the caller reads until the signal is aborted. Not repeated. Throws as `send`.
   */
  async open({ method, path, headers, body }: HttpRequest, signal: AbortSignal): Promise<Response> {
    const response = await this.#fetch(this.#url + path, {
      method,
      headers: {
        authorization: `Bearer ${this.#token}`,
        ...(body && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body ? JSON.stringify(body) : undefined,
      // The service sends no redirects. A redirect of a proxy could send a result to another host.
      redirect: 'manual',
      signal,
    }).catch((error: unknown) => {
      throw this.#toConnectionError(error, signal);
    });
    if (response.ok) return response;
    throw this.#toCrewboardError(response, await this.#readText(response, signal));
  }

  async #sendOnce(request: HttpRequest, signal: AbortSignal | undefined, timeoutMs = defaultTimeoutMs) {
    signal?.throwIfAborted();
    const ended = new AbortController();
    const onAbort = () => ended.abort(signal?.reason);
    const onTimeout = () => ended.abort(new Error(`timed out after ${timeoutMs / 1_000} s`));
    signal?.addEventListener('abort', onAbort);
    const timer = setTimeout(onTimeout, timeoutMs);
    try {
      const response = await this.open(request, ended.signal);
      return { response, text: await this.#readText(response, ended.signal) };
    } catch (error) {
      signal?.throwIfAborted();
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    }
  }

  #readText(response: Response, signal: AbortSignal): Promise<string> {
    return response.text().catch((error: unknown) => {
      throw this.#toConnectionError(error, signal);
    });
  }

  /** The message is that of the cause, because runtimes only say "fetch failed". */
  #toConnectionError(error: unknown, signal: AbortSignal): ConnectionError {
    const { cause } = error as { cause?: unknown };
    const reason = signal.reason ?? (cause instanceof Error ? cause : error);
    const { message, code } = reason as { message?: string; code?: string };
    return new ConnectionError(`No response from ${this.#url}: ${message || code || String(reason)}`);
  }

  #toCrewboardError({ status, headers }: Response, text: string): CrewboardError {
    const header = headers.get('retry-after');
    const retryAfter = header !== null && /^\d+$/.test(header) ? Number(header) : undefined;
    const problem = parseProblem(text) ?? { detail: this.#describeForeignResponse(status) };
    const hasPath = new URL(this.#url).pathname !== '/';
    if (problem.code === 'NOT_FOUND' && hasPath)
      problem.detail += ` Check \`url\`: ${this.#url} has a path, and the address of the API usually has none.`;
    return new CrewboardError(status, problem, retryAfter);
  }

  /** The detail of an error response that does not come from the service: a proxy may respond in its place. */
  #describeForeignResponse(status: number): string {
    if (isTransientStatus(status))
      return `The response of ${this.#url} was ${status}, and not of the service.`;
    const isRedirect = status >= 300 && status < 400;
    return describeWrongUrl(this.#url, `the response was ${status}${isRedirect ? ', a redirect' : ''}`);
  }

  /** Parses a response. Throws ConnectionError if it is not JSON, so that it does not come from the service. */
  parseJson(text: string): unknown {
    try {
      return JSON.parse(text);
    } catch {
      throw this.toForeignResponseError(
        `the response is not JSON, but begins with ${JSON.stringify(text.slice(0, 80))}`,
      );
    }
  }

  /** The error for a response that does not come from the service. */
  toForeignResponseError(found: string): ConnectionError {
    return new ConnectionError(describeWrongUrl(this.#url, found), { hasResponse: true });
  }
}

/** Whether the request may have been carried out: it has no response, or one that does not rule it out. */
const mayHaveEffect = (error: CrewboardError | ConnectionError): boolean =>
  !(error instanceof CrewboardError) || error.status >= 500;

/**
 * Whether a repetition may have failed because an earlier attempt of the same call changed the task or deleted the
 * webhook: the error would blame somebody else. The service recognizes the repetition of a POST by its key.
 */
const mayStemFromEffect = ({ method }: HttpRequest, error: unknown): boolean =>
  (method === 'PATCH' && isCode(error, 'PRECONDITION_FAILED')) ||
  (method === 'DELETE' && isCode(error, 'NOT_FOUND'));

const exampleUrl = 'http://127.0.0.1:4000';

/** The message about a response which shows that the URL is not the URL of the API. */
const describeWrongUrl = (url: string, found: string): string =>
  `${url} is not the API of Crewboard: ${found}. Use the address that \`npm start\` prints as API, such as ${exampleUrl}.`;

/** Throws a TypeError if the URL cannot be that of an API. Its message does not contain a password or token. */
function toBaseUrl(url: string): string {
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (parsed?.username || parsed?.password)
    throw new TypeError(
      '`url` must not have a user name or password: a client authenticates with its `token`.',
    );
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.search || parsed.hash) {
    const given = String(url).startsWith('cb_') ? 'a token' : JSON.stringify(url);
    throw new TypeError(
      `\`url\` must be the http:// or https:// address of the API, such as ${exampleUrl}, not ${given}.`,
    );
  }
  return parsed.origin + parsed.pathname.replace(/\/$/, '');
}

function parseProblem(text: string): Partial<Problem> | undefined {
  try {
    const problem = JSON.parse(text);
    const isProblem = typeof problem?.code === 'string' && Array.isArray(problem.errors ?? []);
    return isProblem ? problem : undefined;
  } catch {
    return undefined;
  }
}

import { Agent, type IncomingHttpHeaders, request } from 'node:http';

export type Reply = {
  /** The status; 0 if the connection was closed or timed out before one arrived. */
  status: number;
  /** The status as text, or `reset` or `timeout`. */
  outcome: string;
  headers: IncomingHttpHeaders;
  /** Of the body. */
  bytes: number;
  /** The beginning of the body, at most 8 MiB. */
  text: string;
};

type Call = {
  method?: string;
  path: string;
  token?: string | undefined;
  headers?: Record<string, string>;
  body?: string | undefined;
  /** Cuts the connection this long after the request was sent, in milliseconds. */
  cutAfterMs?: number | undefined;
};

/** `address` is the loopback address to call from; only Linux has more than one. */
type Options = { url: string; address?: string | undefined; timeoutMs?: number; maxSockets?: number };

const maxTextBytes = 8 * 1024 * 1024;

/** A client with its own connections that returns every kind of error instead of throwing. */
export class HttpClient {
  readonly #url: string;
  readonly #address: string | undefined;
  readonly #timeoutMs: number;
  readonly #agent: Agent;

  constructor({ url, address, timeoutMs = 60_000, maxSockets = 256 }: Options) {
    this.#url = url;
    this.#address = process.platform === 'linux' ? address : undefined;
    this.#timeoutMs = timeoutMs;
    this.#agent = new Agent({ keepAlive: true, maxSockets });
  }

  send({ method = 'GET', path, token, headers, body, cutAfterMs }: Call): Promise<Reply> {
    const { promise, resolve } = Promise.withResolvers<Reply>();
    const fail = (outcome: string) => resolve({ status: 0, outcome, headers: {}, bytes: 0, text: '' });
    const sent = request(`${this.#url}${path}`, {
      method,
      agent: this.#agent,
      localAddress: this.#address,
      headers: {
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
        }),
        ...headers,
      },
    });
    const timer = setTimeout(() => {
      fail('timeout');
      sent.destroy();
    }, this.#timeoutMs);
    sent.on('error', () => fail('reset'));
    sent.on('close', () => {
      clearTimeout(timer);
      fail('reset');
    });
    sent.on('response', (response) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        if (bytes < maxTextBytes) chunks.push(chunk);
        bytes += chunk.length;
      });
      response.on('error', () => fail('reset'));
      response.on('end', () => {
        const status = response.statusCode ?? 0;
        const text = Buffer.concat(chunks).toString();
        resolve({ status, outcome: String(status), headers: response.headers, bytes, text });
      });
    });
    sent.end(body, () => {
      if (cutAfterMs !== undefined) setTimeout(() => sent.destroy(), cutAfterMs);
    });
    return promise;
  }

  /** The JSON of a response, which must be a success. */
  async requestJson<Body>(call: Omit<Call, 'body'> & { body?: unknown }): Promise<Body> {
    const body = call.body === undefined ? undefined : JSON.stringify(call.body);
    const { status, outcome, text } = await this.send({ ...call, body });
    if (status >= 200 && status < 300) return JSON.parse(text) as Body;
    throw new Error(`${call.method ?? 'GET'} ${call.path}: ${outcome} ${text.slice(0, 300)}`);
  }

  close(): void {
    this.#agent.destroy();
  }
}

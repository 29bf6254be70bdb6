import { Agent, request } from 'node:http';

export type LoadRequest = {
  method: 'GET' | 'POST';
  path: string;
  headers: Record<string, string>;
  body?: object;
  /** The status of a success. */
  expected: number;
};

type Options = { url: string; connections: number; requests: (() => LoadRequest)[] };

/** What went wrong, with how often: a status, or the code of an error of the connection. */
export type Failures = Map<string, number>;

/** Sends the requests in turn over connections that it keeps open, and repeats none. */
export class Load {
  readonly failures: Failures = new Map();
  readonly #options: Options;
  readonly #agent: Agent;
  readonly #clients: Promise<void>[];
  #isOver = false;
  /** How many requests were sent. */
  count = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#agent = new Agent({ keepAlive: true, maxSockets: options.connections });
    this.#clients = Array.from({ length: options.connections }, () => this.#run());
  }

  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#clients);
    this.#agent.destroy();
  }

  async #run(): Promise<void> {
    const { requests } = this.#options;
    while (!this.#isOver) {
      this.count += 1;
      const sent = (requests[this.count % requests.length] as () => LoadRequest)();
      const outcome = await this.#send(sent).catch((error) => `${error.code}`);
      if (outcome === sent.expected) continue;
      const failure = `${sent.method} ${sent.path.split('?')[0]} ${outcome}`;
      this.failures.set(failure, (this.failures.get(failure) ?? 0) + 1);
    }
  }

  /** Resolves with the status once the whole response has arrived. */
  #send({ method, path, headers, body }: LoadRequest): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const options = {
      method,
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      agent: this.#agent,
    };
    request(`${this.#options.url}${path}`, options, (response) => {
      response.resume().on('error', reject);
      response.on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end(body && JSON.stringify(body));
    return promise;
  }
}

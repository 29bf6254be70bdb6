import { Agent, request } from 'node:http';

type Team = { teamId: string; projectId: string; apiKey: string };

type Options = { url: string; team: Team; taskId: string; connections: number };

/** What went wrong, with how often: a status, or the code of an error of the connection. */
export type Failures = Map<string, number>;

/** Sends GET and POST requests in turn over connections that it keeps open, and repeats none. */
export class Load {
  readonly failures: Failures = new Map();
  readonly #options: Options;
  readonly #agent: Agent;
  readonly #clients: Promise<void>[];
  #isOver = false;
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
    while (!this.#isOver) {
      this.count += 1;
      const isRead = this.count % 2 === 0;
      const outcome = await (isRead ? this.#read() : this.#create()).catch((error) => `${error.code}`);
      if (outcome === (isRead ? 200 : 201)) continue;
      const failure = `${isRead ? 'GET' : 'POST'} ${outcome}`;
      this.failures.set(failure, (this.failures.get(failure) ?? 0) + 1);
    }
  }

  #read(): Promise<number> {
    return this.#send('GET', `/api/tasks/${this.#options.taskId}`);
  }

  #create(): Promise<number> {
    const { teamId, projectId } = this.#options.team;
    return this.#send('POST', `/api/teams/${teamId}/tasks`, { title: 'During a restart', projectId });
  }

  /** Resolves with the status once the whole response has arrived. */
  #send(method: string, path: string, body?: object): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    const headers = {
      Authorization: `Bearer ${this.#options.team.apiKey}`,
      ...(body && { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() }),
    };
    request(`${this.#options.url}${path}`, { method, headers, agent: this.#agent }, (response) => {
      response.resume().on('error', reject);
      response.on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', reject)
      .end(body && JSON.stringify(body));
    return promise;
  }
}

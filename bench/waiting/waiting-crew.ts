import type { TeamClient } from '../../e2e/fixtures/team-client.ts';

type Options = { apiUrl: string; teamId: string; agents: number };

/** Agents that wait for tasks, and keep those that they get. */
export class WaitingCrew {
  errors = 0;
  readonly #url: string;
  readonly #stopping = new AbortController();
  readonly #claimedAt = new Map<string, number>();
  readonly #onClaimed = new Map<string, (at: number) => void>();

  private constructor(url: string) {
    this.#url = url;
  }

  /** Creates the agents; each begins to wait. */
  static async create(client: TeamClient, { apiUrl, teamId, agents }: Options): Promise<WaitingCrew> {
    const crew = new WaitingCrew(`${apiUrl}/api/teams/${teamId}/tasks/claim-next`);
    const tokens: string[] = [];
    for (let index = 0; index < agents; index += 1) {
      tokens.push((await client.createAgent(`Agent ${index}`)).token);
    }
    for (const token of tokens) void crew.#work(token);
    return crew;
  }

  /** When the claim of this task arrived at its agent. */
  claimOf(taskId: string): Promise<number> {
    const at = this.#claimedAt.get(taskId);
    if (at !== undefined) return Promise.resolve(at);
    return new Promise((resolve) => this.#onClaimed.set(taskId, resolve));
  }

  /** A request of another agent that waits until it is aborted. Where it gets a task, the benchmark ends with an error. */
  wait(token: string): AbortController {
    const waiting = new AbortController();
    const { signal } = waiting;
    void fetch(this.#url, { ...requestOf(token), signal }).then(
      ({ status }) => {
        if (!signal.aborted && status !== 204) throw new Error(`The response is ${status}`);
      },
      (error) => {
        if (!signal.aborted) throw error;
      },
    );
    return waiting;
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #work(token: string): Promise<void> {
    const { signal } = this.#stopping;
    const request = { ...requestOf(token), signal };
    while (!signal.aborted) {
      try {
        const response = await fetch(this.#url, request);
        const now = performance.now();
        if (response.status === 200) this.#claimed(((await response.json()) as { id: string }).id, now);
        else if (response.status !== 204) throw new Error(`The response is ${response.status}`);
      } catch {
        if (!signal.aborted) this.errors += 1;
      }
    }
  }

  #claimed(taskId: string, at: number): void {
    this.#claimedAt.set(taskId, at);
    this.#onClaimed.get(taskId)?.(at);
  }
}

const requestOf = (token: string) => ({
  method: 'POST',
  headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
  body: '{"wait":30}',
});

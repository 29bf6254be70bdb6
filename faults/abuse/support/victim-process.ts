// The well-behaved client: an agent, a team API key and a person of one team, with ten requests a second in total.
import { serveParent } from './child.ts';
import { HttpClient } from './http-client.ts';
import type { Target } from './service.ts';
import { sessionToken, type Team } from './teams.ts';

export type Victim = {
  target: Target;
  team: Team;
  agentToken: string;
  /** If set, the board column is read through the web server, otherwise from the API. */
  webCookie: string | undefined;
};
export type VictimRequest = { begin: Victim } | 'end';
/** `failures`: how many responses were not 2xx, by status or error; `latencies` of all in ms. */
export type VictimFigures = { latencies: number[]; failures: Record<string, number> };

const cycleIntervalMs = 500;

class Measurement {
  readonly figures: VictimFigures = { latencies: [], failures: {} };
  readonly #victim: Victim;
  readonly #api: HttpClient;
  readonly #web: HttpClient;
  readonly #open = new Set<Promise<unknown>>();
  readonly #timer: NodeJS.Timeout;

  constructor(victim: Victim) {
    this.#victim = victim;
    this.#api = new HttpClient({ url: victim.target.apiUrl });
    this.#web = new HttpClient({ url: victim.target.webUrl });
    this.#timer = setInterval(() => this.#cycle(), cycleIntervalMs);
    this.#cycle();
  }

  async end(): Promise<VictimFigures> {
    clearInterval(this.#timer);
    await Promise.all(this.#open);
    this.#api.close();
    this.#web.close();
    return this.figures;
  }

  /**
   * Sends at the scheduled time, even while earlier requests are in flight: a stalled service gets as many requests
   * as a fast one.
   */
  #cycle(): void {
    for (const part of [this.#work(), this.#readMe(), this.#readColumn()]) {
      const settled = part.finally(() => this.#open.delete(settled));
      this.#open.add(settled);
    }
  }

  async #work(): Promise<void> {
    const { team, agentToken: token } = this.#victim;
    const body = JSON.stringify({ title: 'A task of the victim', projectId: team.projectId });
    const path = `/api/teams/${team.teamId}/tasks`;
    const text = await this.#send(this.#api, { method: 'POST', path, token: team.apiKey, body });
    if (!text) return;
    const { id } = JSON.parse(text) as { id: string };
    await this.#send(this.#api, { method: 'POST', path: `/api/tasks/${id}/claim`, token });
    await this.#send(this.#api, { method: 'POST', path: `/api/tasks/${id}/complete`, token });
  }

  async #readMe(): Promise<void> {
    await this.#send(this.#api, { path: '/api/me', token: this.#victim.agentToken });
  }

  async #readColumn(): Promise<void> {
    const { target, team, webCookie } = this.#victim;
    const input = encodeURIComponent(JSON.stringify({ teamId: team.teamId, status: 'todo', limit: 50 }));
    if (webCookie) {
      const headers = { Cookie: webCookie, 'x-crewboard-team': team.teamId };
      await this.#send(this.#web, { path: `/api/trpc/board.column?input=${input}`, headers });
    } else {
      const token = await sessionToken(target, team.owner.sessionId, team.teamId);
      await this.#send(this.#api, { path: `/trpc/board.column?input=${input}`, token });
    }
  }

  /** The body of a response, which must be a success. */
  async #send(client: HttpClient, call: Parameters<HttpClient['send']>[0]): Promise<string | undefined> {
    const startedAt = performance.now();
    const { status, outcome, text } = await client.send(call);
    this.figures.latencies.push(performance.now() - startedAt);
    if (status >= 200 && status < 300) return text;
    this.figures.failures[outcome] = (this.figures.failures[outcome] ?? 0) + 1;
  }
}

let measurement: Measurement | undefined;

serveParent<VictimRequest>(async (request) => {
  if (request !== 'end') {
    measurement = new Measurement(request.begin);
    return;
  }
  return measurement?.end();
});

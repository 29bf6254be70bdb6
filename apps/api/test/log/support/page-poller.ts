import { setTimeout as sleep } from 'node:timers/promises';
import { Event } from '@crewboard/contracts';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { expectBody, type Reply, type TestApi } from '../../harness.ts';
import { settle } from './settle.ts';

const Events = z.array(Event);

const pollIntervalMs = 50;

/** A client that asks for page after page, and goes on after the last event that it saw. */
export class PagePoller {
  readonly ids: string[] = [];
  /** The number of requests so far. */
  polls = 0;
  #isStopped = false;
  readonly #done: Promise<void>;

  readonly #readPage: (cursor: string | undefined) => Promise<Reply>;

  constructor(api: TestApi, teamId: string, token: string, limit: number) {
    this.#readPage = (cursor) =>
      page(api, teamId, token, { limit: String(limit), ...(cursor && { cursor }) });
    this.#done = this.#run();
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const reply = await this.#readPage(this.ids.at(-1));
      this.ids.push(...expectBody(reply, 200, Events).map(({ id }) => id));
      this.polls += 1;
      // Leaves the processor to what it watches.
      await sleep(pollIntervalMs);
    }
  }

  /** Waits for the responses to several further requests. */
  async waitForPolls(times = 3): Promise<void> {
    const until = this.polls + times + 1;
    await vi.waitFor(() => expect(this.polls).toBeGreaterThanOrEqual(until), { timeout: 60_000 });
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#done;
  }
}

/** One page of a team's log. */
export function page(
  api: TestApi,
  teamId: string,
  token: string,
  parameters: Record<string, string> = {},
): Promise<Reply> {
  return api.request('GET', `/api/teams/${teamId}/events?${new URLSearchParams(parameters)}`, { token });
}

/** All events of a team, page by page. */
export async function allEvents(
  api: TestApi,
  teamId: string,
  token: string,
  parameters: Record<string, string> = {},
): Promise<Event[]> {
  const events: Event[] = [];
  await settle(api);
  let cursor: string | null = null;
  do {
    const reply: Reply = await page(api, teamId, token, {
      limit: '100',
      ...parameters,
      ...(cursor && { cursor }),
    });
    events.push(...expectBody(reply, 200, Events));
    cursor = reply.headers.get('x-next-cursor');
  } while (cursor !== null);
  return events;
}

import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { Event, Problem } from '@crewboard/contracts';
import { expect, vi } from 'vitest';
import type { TestApi } from '../../harness.ts';
import { settle } from './settle.ts';

/** One block of a stream of server-sent events, with its fields as received. */
export type Block = { id?: string; event?: string; data?: string; comment?: string; retry?: string };

function parseBlock(text: string): Block {
  const block: Record<string, string> = {};
  for (const line of text.split('\n')) {
    const [, name = '', value = ''] = /^([a-z]*): ?(.*)$/s.exec(line) ?? [];
    const field = name || 'comment';
    block[field] = field in block ? `${block[field]}\n${value}` : value;
  }
  return block;
}

/** An open stream of server-sent events, parsed without a client library. */
export class EventStream {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly blocks: Block[] = [];
  /** All text received so far. */
  text = '';
  /** How it ended; undefined while it is open. */
  end: 'by the server' | 'by us' | 'broken' | undefined;
  readonly #response: IncomingMessage;

  constructor(response: IncomingMessage) {
    this.status = response.statusCode ?? 0;
    this.headers = response.headers;
    this.#response = response;
    let rest = '';
    response.setEncoding('utf8');
    response.on('data', (chunk: string) => {
      this.text += chunk;
      const parts = (rest + chunk).split('\n\n');
      rest = parts.pop() ?? '';
      this.blocks.push(...parts.map(parseBlock));
    });
    response.on('error', () => undefined);
    response.on('close', () => {
      this.end ??= response.complete ? 'by the server' : 'broken';
    });
  }

  /** The events received so far, each checked against the contract, its id and its type. */
  get events(): Event[] {
    return this.blocks
      .filter(({ data, event }) => data !== undefined && event !== 'problem')
      .map(({ id, event, data }) => {
        const parsed = Event.parse(JSON.parse(data ?? ''));
        expect({ id, event }).toEqual({ id: parsed.id, event: parsed.type });
        return parsed;
      });
  }

  get ids(): (string | undefined)[] {
    return this.blocks.flatMap(({ id, event }) => (id === undefined || event === 'problem' ? [] : [id]));
  }

  /** The reason that the server sent before the end of the stream. */
  get problem(): Problem | undefined {
    const block = this.blocks.find(({ event }) => event === 'problem');
    return block && Problem.parse(JSON.parse(block.data ?? ''));
  }

  async expectEnd(timeout = 60_000): Promise<void> {
    await vi.waitFor(() => expect(this.end).toBeDefined(), { timeout, interval: 10 });
  }

  /** Waits until this event has arrived. */
  async expectId(id: string, timeout = 60_000): Promise<void> {
    await vi.waitFor(() => expect(this.ids).toContain(id), { timeout, interval: 10 });
  }

  close(): void {
    this.end ??= 'by us';
    this.#response.destroy();
  }
}

export type StreamOptions = {
  token: string;
  query?: string;
  lastEventId?: string | undefined;
  headers?: Record<string, string>;
};

const open = new Set<EventStream>();

/** Uses a connection of its own, which ends with the stream; a pool would keep others open. */
export async function request(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const call = http.get(url, { agent: false, headers });
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  call.on('error', () => undefined);
  return response;
}

/** Opens the stream of a team's events. `closeStreams` closes it at the end of the test. */
export async function openStream(
  api: TestApi,
  teamId: string,
  { token, query = '', lastEventId, headers }: StreamOptions,
): Promise<EventStream> {
  // A new stream starts at the readable end of the log: wait until earlier commits are readable.
  if (lastEventId === undefined && !query) await settle(api);
  const response = await request(`${api.url}/api/teams/${teamId}/events${query}`, {
    Accept: 'text/event-stream',
    Authorization: `Bearer ${token}`,
    ...(lastEventId !== undefined && { 'Last-Event-ID': lastEventId }),
    ...headers,
  });
  const stream = new EventStream(response);
  open.add(stream);
  expect(stream.status).toBe(200);
  expect(stream.headers['content-type']).toMatch(/^text\/event-stream/);
  return stream;
}

/** For `afterEach`: closes all streams of the test. */
export function closeStreams(): void {
  for (const stream of open) stream.close();
  open.clear();
}

import { once } from 'node:events';
import http, { type IncomingMessage } from 'node:http';
import { Event, Problem } from '@crewboard/contracts';
import { expect, vi } from 'vitest';
import type { TestApi } from '../../harness.ts';
import { settle } from './settle.ts';

/** One block of a stream of server-sent events: its fields as they came. */
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

/** An open stream of server-sent events, as a client without any library reads it. */
export class EventStream {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly blocks: Block[] = [];
  /** The whole text that came. */
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

  /** The events that came, each as the contract says and under its own id and type. */
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

  /** Why the stream ended, in the words of the server. */
  get problem(): Problem | undefined {
    const block = this.blocks.find(({ event }) => event === 'problem');
    return block && Problem.parse(JSON.parse(block.data ?? ''));
  }

  async expectEnd(timeout = 5_000): Promise<void> {
    await vi.waitFor(() => expect(this.end).toBeDefined(), { timeout, interval: 10 });
  }

  /** Waits until this event came. */
  async expectId(id: string, timeout = 10_000): Promise<void> {
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

/** On a connection of its own, which ends with the stream: a pool would keep others open beside it. */
export async function request(url: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const call = http.get(url, { agent: false, headers });
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  call.on('error', () => undefined);
  return response;
}

/** Opens the stream of a team's events. Closed by `closeStreams`, at the latest. */
export async function openStream(
  api: TestApi,
  teamId: string,
  { token, query = '', lastEventId, headers }: StreamOptions,
): Promise<EventStream> {
  // One that begins now begins where the log can be read to: what was committed before must stand below that.
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

/** For `afterEach`: no test leaves a stream behind. */
export function closeStreams(): void {
  for (const stream of open) stream.close();
  open.clear();
}

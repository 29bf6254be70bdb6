import { Event, Problem } from '@crewboard/contracts';
import { expect, vi } from 'vitest';
import type { TestApi } from '../../harness.ts';

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
  readonly headers: Headers;
  readonly blocks: Block[] = [];
  /** The whole text that came. */
  text = '';
  /** How it ended; undefined while it is open. */
  end: 'by the server' | 'by us' | 'broken' | undefined;
  readonly #closing: AbortController;

  constructor(response: Response, closing: AbortController) {
    this.status = response.status;
    this.headers = response.headers;
    this.#closing = closing;
    void this.#read(response);
  }

  async #read(response: Response): Promise<void> {
    let rest = '';
    try {
      for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        this.text += chunk;
        const parts = (rest + chunk).split('\n\n');
        rest = parts.pop() ?? '';
        this.blocks.push(...parts.map(parseBlock));
      }
      this.end = 'by the server';
    } catch {
      this.end = this.#closing.signal.aborted ? 'by us' : 'broken';
    }
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
    this.#closing.abort();
  }
}

export type StreamOptions = {
  token: string;
  query?: string;
  lastEventId?: string | undefined;
  headers?: Record<string, string>;
};

const open = new Set<EventStream>();

/** Opens the stream of a team's events. Closed by `closeStreams`, at the latest. */
export async function openStream(
  api: TestApi,
  teamId: string,
  { token, query = '', lastEventId, headers: more }: StreamOptions,
): Promise<EventStream> {
  const closing = new AbortController();
  const headers = new Headers({ Accept: 'text/event-stream', Authorization: `Bearer ${token}`, ...more });
  if (lastEventId !== undefined) headers.set('Last-Event-ID', lastEventId);
  const url = `${api.url}/api/teams/${teamId}/events${query}`;
  const response = await fetch(url, { headers, signal: closing.signal });
  const stream = new EventStream(response, closing);
  expect(stream.status).toBe(200);
  expect(stream.headers.get('content-type')).toMatch(/^text\/event-stream/);
  open.add(stream);
  return stream;
}

/** For `afterEach`: no test leaves a stream behind. */
export function closeStreams(): void {
  for (const stream of open) stream.close();
  open.clear();
}

import { createParser } from 'eventsource-parser';
import { type Connection, defaultTimeoutMs } from './connection.ts';
import { retryDelayMs, sleep } from './delay.ts';
import { ConnectionError, CrewboardError, isTransient } from './errors.ts';
import type { Event, EventType, Problem } from './generated/types.ts';

export interface FollowEventsInput {
  /** Default: the team of the token. */
  teamId?: string;
  /** Events of this type only. */
  type?: EventType;
  /** Events of this task only. */
  taskId?: string;
  /** The `id` of the last event that was received; `0` for all events. When absent, the events from now on. */
  after?: string;
}

export interface FollowOptions {
  /** Ends the iteration, without an error. */
  signal?: AbortSignal;
  /** Connects again when the service sends nothing for this time: 30 s when absent. It sends a comment every 10 s. */
  timeoutMs?: number;
  /** Called before the wait that precedes a new connection. */
  onReconnect?: (reconnect: { error: Error | undefined; delayMs: number }) => void;
}

/**
 * Iterates over the events of a team, each once and in the order of the log, and reconnects after the last event.
 * Throws when the token has ended, and INVALID_CURSOR when the last event no longer exists: events are removed after
 * their retention, and a restored database may have lost some.
 */
export async function* followEvents(
  connection: Connection,
  teamId: string,
  { after, ...filter }: Omit<FollowEventsInput, 'teamId'>,
  { signal, timeoutMs = defaultTimeoutMs, onReconnect }: FollowOptions = {},
): AsyncGenerator<Event, void> {
  let position = after;
  let failures = 0;
  const query = new URLSearchParams(Object.entries(filter).filter(([, value]) => value !== undefined));
  const path = `/api/teams/${encodeURIComponent(teamId)}/events?${query}`;
  while (!signal?.aborted) {
    const ended = new AbortController();
    const onAbort = () => ended.abort();
    signal?.addEventListener('abort', onAbort);
    let failure: Error | undefined;
    try {
      const headers = { accept: 'text/event-stream', ...(position && { 'last-event-id': position }) };
      const request = connection.open({ method: 'GET', path, headers }, ended.signal);
      const response = await withTimeout(request, ended, timeoutMs);
      position ??= response.headers.get('x-next-cursor') ?? undefined;
      for await (const message of readMessages(connection, response, ended, timeoutMs)) {
        if (message.event === 'problem') throw toError(connection.parseJson(message.data) as Problem);
        failures = 0;
        if (message.event === 'ping') continue;
        position = message.id ?? position;
        yield connection.parseJson(message.data) as Event;
      }
    } catch (error) {
      if (signal?.aborted) return;
      if (!isTransient(error)) throw error;
      failure = error;
    } finally {
      signal?.removeEventListener('abort', onAbort);
      ended.abort();
    }
    failures += 1;
    const delayMs = retryDelayMs(
      failures,
      failure instanceof CrewboardError ? failure.retryAfter : undefined,
    );
    if (!signal?.aborted) onReconnect?.({ error: failure, delayMs });
    await sleep(delayMs, signal);
  }
}

/** Ends the connection if the next part of the stream takes longer than this. */
function withTimeout<Part>(part: Promise<Part>, ended: AbortController, timeoutMs: number): Promise<Part> {
  const onTimeout = () => ended.abort(new Error(`nothing arrived for ${timeoutMs / 1_000} s`));
  const timer = setTimeout(onTimeout, timeoutMs);
  return part.finally(() => clearTimeout(timer));
}

type Message = { id?: string; event?: string; data: string };
/** A comment: the stream has lasted for some time, although it had no event. */
const ping: Message = { event: 'ping', data: '' };

/** The messages of a stream. Throws ConnectionError when the stream is interrupted or silent for too long. */
async function* readMessages(
  connection: Connection,
  { body, headers }: Response,
  ended: AbortController,
  timeoutMs: number,
): AsyncGenerator<Message, void> {
  if (!body || !headers.get('content-type')?.startsWith('text/event-stream')) {
    throw connection.toForeignResponseError('the response is not a stream of events');
  }
  const messages: Message[] = [];
  const parser = createParser({
    onEvent: (message) => messages.push(message),
    onComment: () => messages.push(ping),
  });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  for (;;) {
    const chunk = await withTimeout(reader.read(), ended, timeoutMs).catch((error: unknown) => {
      const { message } = (ended.signal.reason ?? error) as Error;
      throw new ConnectionError(`The stream of events was interrupted: ${message}`);
    });
    if (chunk.done) return;
    parser.feed(decoder.decode(chunk.value, { stream: true }));
    yield* messages.splice(0);
  }
}

const toError = (problem: Problem): CrewboardError => new CrewboardError(problem.status, problem);

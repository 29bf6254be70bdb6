import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { EventSourceParserStream } from 'eventsource-parser/stream';
import { type Message, requestHeaders } from './request-headers.ts';

/**
 * Connects an MCP client that speaks over standard input and output to the MCP server of the service: sends each line
 * as a request to `/mcp`, and writes each message of the response as a line. Resolves when the input has ended, and
 * cancels the requests that still run. Never throws: an error becomes the error response of the request.
 *
 * With the transport of the MCP SDK 2.4.0 in between, the program is five times as large (1.3 MB) and takes twice the
 * processor time to start (140 ms), and a request whose response is a 202 without a message never ends.
 */
export async function forwardStdio(options: ForwardOptions): Promise<void> {
  const { input, output } = options;
  const forwarder = new Forwarder(options, (line) => output.write(`${line}\n`));
  for await (const line of createInterface({ input })) {
    if (line.trim() !== '') forwarder.receive(line);
  }
  await forwarder.end();
}

type ForwardOptions = {
  /** Base URL of the API. */
  url: string;
  /** An agent token or a team API key. */
  token: string;
  /** The streams of the client, each with one JSON-RPC message per line. */
  input: Readable;
  output: Writable;
};

type Id = string | number | null;
type ServerMessage = { id?: Id; method?: string; result?: { protocolVersion?: string } };

const errorText = (id: Id, message: string, code = -32_000) =>
  JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });

/** The message for a request without a response. A redirect or rejection certainly had no effect. */
function missingResponse(url: string, status: number, isStream: boolean): string {
  const reason = isStream
    ? `${url} closed the connection before its response.`
    : `${url} responded with ${status} and no message.`;
  if (status >= 300 && status < 500) return reason;
  return `${reason} The request may have had an effect: check that before you send it again.`;
}

/** Undefined for a text that is not a message, such as the page of a proxy. */
function parseMessage(text: string): ServerMessage | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && 'jsonrpc' in value
      ? (value as ServerMessage)
      : undefined;
  } catch {
    return undefined;
  }
}

const isStream = ({ headers }: Response): boolean =>
  headers.get('Content-Type')?.startsWith('text/event-stream') ?? false;

/** Adds the id to an error response, because errors before the protocol layer have no id. */
async function* readMessages(response: Response, id: Id): AsyncGenerator<ServerMessage> {
  if (!response.body || !isStream(response)) {
    const message = parseMessage(await response.text());
    if (message) yield { ...message, ...(response.status >= 400 && { id }) };
    return;
  }
  const events = response.body
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream());
  for await (const { data } of events) {
    const message = parseMessage(data);
    if (message) yield message;
  }
}

class Forwarder {
  readonly #options: ForwardOptions;
  readonly #write: (line: string) => void;
  readonly #running = new Map<Promise<void>, { id: Id | undefined; abort: AbortController }>();
  /**
   * The protocol version that `initialize` negotiated. Clients of newer protocols name the version in each message
   * instead.
   */
  #negotiatedVersion: string | undefined;

  constructor(options: ForwardOptions, write: (line: string) => void) {
    this.#options = options;
    this.#write = write;
  }

  receive(line: string): void {
    let message: Message | null;
    try {
      message = JSON.parse(line);
    } catch {
      this.#write(errorText(null, 'This line is not JSON.', -32_700));
      return;
    }
    if (message === null || typeof message !== 'object' || Array.isArray(message)) {
      this.#write(errorText(null, 'This line is not a message, which is a JSON object.', -32_600));
      return;
    }
    // Over HTTP, a client cancels a request by closing its connection.
    if (message.method === 'notifications/cancelled') this.#cancel(message.params?.requestId);
    else this.#start(line, message);
  }

  async end(): Promise<void> {
    for (const { abort } of this.#running.values()) abort.abort();
    await Promise.all(this.#running.keys());
  }

  #cancel(requestId: unknown): void {
    for (const { id, abort } of this.#running.values()) if (id === requestId) abort.abort();
  }

  #start(line: string, message: Message): void {
    const abort = new AbortController();
    const running = this.#forward(line, message, abort.signal).finally(() => this.#running.delete(running));
    this.#running.set(running, { id: message.id, abort });
  }

  /** Writes exactly one response for a request; for other messages, only what the service sends. */
  async #forward(line: string, message: Message, signal: AbortSignal): Promise<void> {
    const { url } = this.#options;
    const isRequest = message.id !== undefined && message.method !== undefined;
    const id = isRequest ? (message.id ?? null) : null;
    let hasResponse = !isRequest;
    let error: string;
    try {
      const response = await this.#post(line, message, signal);
      for await (const each of readMessages(response, id)) {
        hasResponse ||= each.id === id && each.method === undefined;
        this.#send(each);
      }
      error = missingResponse(url, response.status, isStream(response));
    } catch (thrown) {
      const { message: reason, cause } = thrown as Error;
      error = `No response from ${url}: ${cause instanceof Error ? cause.message : reason}.`;
    }
    if (!hasResponse && !signal.aborted) this.#write(errorText(id, error));
  }

  #post(line: string, message: Message, signal: AbortSignal): Promise<Response> {
    const { url, token } = this.#options;
    const headers = requestHeaders(message, token, this.#negotiatedVersion);
    return fetch(`${url.replace(/\/$/, '')}/mcp`, {
      ...{ method: 'POST', headers, body: line, signal },
      // A redirect of a proxy could send the message to another host.
      redirect: 'manual',
    });
  }

  #send(message: ServerMessage): void {
    this.#negotiatedVersion = message.result?.protocolVersion ?? this.#negotiatedVersion;
    this.#write(JSON.stringify(message));
  }
}

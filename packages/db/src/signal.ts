import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const channel = 'crewboard_log';

/** At most one notification in this time, however many changes there are. */
const sendEvery = 20;
const firstRetryAfter = 100;
const lastRetryAfter = 2_000;

/**
 * Tells all processes on a database that the log has grown. It is a hint: it comes from a connection of its own after
 * the change is committed, costs that change nothing, and may be lost; whoever waits for it also looks by itself.
 */
export class Signal {
  readonly #url: string;
  readonly #heard = new EventEmitter();
  readonly #closing = new AbortController();
  /** Connected and listening. */
  #client: pg.Client | undefined;
  #connecting: pg.Client | undefined;
  #running: Promise<void> | undefined;
  readonly #subscribed = new Map<string, Set<(payload: string) => void>>();
  #isWanted = false;
  #sending: Promise<void> | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  /** Calls back for every hint, and once a lost connection is back: hints were missed meanwhile. */
  listen(onSignal: () => void): () => void {
    this.#heard.on('signal', onSignal);
    this.#running ??= this.#keepListening();
    return () => this.#heard.off('signal', onSignal);
  }

  /** Hints that the log has grown: now, and what comes within the next moment together after it. */
  send(): void {
    this.#running ??= this.#keepListening();
    this.#isWanted = true;
    this.#sending ??= this.#sendWhileWanted();
  }

  /** Whether what is published now is sent. */
  get isConnected(): boolean {
    return this.#client !== undefined;
  }

  /** Calls back with each payload that another process publishes on this channel while there is a connection. */
  subscribe(name: string, onPayload: (payload: string) => void): () => void {
    const callbacks = this.#subscribed.get(name) ?? new Set();
    this.#subscribed.set(name, callbacks.add(onPayload));
    // One that is being made listens to all channels itself.
    this.#client?.query(`listen ${pg.escapeIdentifier(name)}`).catch(() => undefined);
    this.#running ??= this.#keepListening();
    return () => callbacks.delete(onPayload);
  }

  /** Sends up to 7,999 bytes to the other processes that subscribed to this channel. It may be lost; never rejects. */
  async publish(name: string, payload: string): Promise<void> {
    await this.#client?.query('select pg_notify($1, $2)', [name, payload]).catch(() => undefined);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#heard.removeAllListeners();
    await this.#connecting?.end().catch(() => undefined);
    await this.#running;
  }

  async #sendWhileWanted(): Promise<void> {
    while (this.#isWanted && !this.#closing.signal.aborted) {
      this.#isWanted = false;
      // Without a connection nobody hears it; they look by themselves.
      await this.#client?.query(`notify ${channel}`).catch(() => undefined);
      await sleep(sendEvery, undefined, { ref: false });
    }
    this.#sending = undefined;
  }

  #receive({ channel: name, payload = '', processId }: pg.Notification, client: pg.Client): void {
    if (name === channel) this.#heard.emit('signal');
    else if (processId !== ownProcessId(client)) {
      for (const onPayload of this.#subscribed.get(name) ?? []) onPayload(payload);
    }
  }

  async #keepListening(): Promise<void> {
    const { signal } = this.#closing;
    let retryAfter = firstRetryAfter;
    while (!signal.aborted) {
      const client = new pg.Client({
        connectionString: this.#url,
        connectionTimeoutMillis: 3_000,
        query_timeout: 6_000,
        keepAlive: true,
        application_name: 'crewboard signal',
      });
      this.#connecting = client;
      client.on('error', () => undefined);
      client.on('notification', (message) => this.#receive(message, client));
      try {
        const ended = once(client, 'end');
        // Whoever closes a connection that is still being made hears no more of it than its end.
        await Promise.race([client.connect(), ended]);
        signal.throwIfAborted();
        await client.query(`listen ${channel}`);
        // What is subscribed meanwhile is met by the loop as well.
        for (const name of this.#subscribed.keys()) await client.query(`listen ${pg.escapeIdentifier(name)}`);
        this.#client = client;
        retryAfter = firstRetryAfter;
        this.#heard.emit('signal');
        await ended;
      } catch {
        // Tried again below; until then everybody looks by themselves.
      }
      this.#client = undefined;
      await client.end().catch(() => undefined);
      await sleep(retryAfter, undefined, { signal, ref: false }).catch(() => undefined);
      retryAfter = Math.min(2 * retryAfter, lastRetryAfter);
    }
  }
}

/** The server's process of this connection; the types leave it out. */
const ownProcessId = (client: pg.Client) => (client as unknown as { processID: number | null }).processID;

import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const changeChannel = 'crewboard_log';

/** Changes within this time share a notification. */
const minNotifyIntervalMs = 20;
const minReconnectDelayMs = 100;
const maxReconnectDelayMs = 2_000;

/**
 * Notifies all processes on a database that the event log has grown. It uses a connection of its own after the change
 * is committed, so that it costs the change nothing. A notification can be lost: listeners poll as well.
 */
export class ChangeNotifier {
  readonly #url: string;
  readonly #emitter = new EventEmitter();
  readonly #closing = new AbortController();
  /** Connected and listening. */
  #client: pg.Client | undefined;
  #connecting: pg.Client | undefined;
  /** Of the backend: it is the sender of this process's own notifications. */
  #ownProcessId: number | undefined;
  #running: Promise<void> | undefined;
  readonly #callbacksByChannel = new Map<string, Set<(payload: string) => void>>();
  /** The last of the queries, which run one after another. */
  #sent: Promise<unknown> = Promise.resolve();
  #isNotifyRequested = false;
  #notifying: Promise<void> | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  /** Calls back for every notification, and after every reconnection, because notifications were missed before it. */
  onChange(callback: () => void): () => void {
    this.#emitter.on('change', callback);
    this.#running ??= this.#keepConnected();
    return () => this.#emitter.off('change', callback);
  }

  /**
   * Notifies that the log has grown. Calls within 20 ms share a notification; without a connection it waits for one.
   */
  notify(): void {
    this.#running ??= this.#keepConnected();
    this.#isNotifyRequested = true;
    this.#notifyIfPossible();
  }

  /** Whether notifications arrive, and `publish` sends. */
  get isConnected(): boolean {
    return this.#client !== undefined;
  }

  /** Calls back with each payload that another process publishes on this channel while there is a connection. */
  subscribe(channel: string, onPayload: (payload: string) => void): () => void {
    const callbacks = this.#callbacksByChannel.get(channel) ?? new Set();
    this.#callbacksByChannel.set(channel, callbacks.add(onPayload));
    // A connection that is still being made subscribes to all channels itself.
    void this.#send(`listen ${pg.escapeIdentifier(channel)}`);
    this.#running ??= this.#keepConnected();
    return () => callbacks.delete(onPayload);
  }

  /** Sends up to 7,999 bytes to the other processes that subscribed to this channel. It may be lost; never rejects. */
  async publish(channel: string, payload: string): Promise<void> {
    await this.#send('select pg_notify($1, $2)', [channel, payload]);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#emitter.removeAllListeners();
    await this.#connecting?.end().catch(() => undefined);
    await this.#running;
  }

  /**
   * After those that were sent before; never rejects. Without a connection it sends nothing. A failure ends the
   * connection, so that what waits for one that hangs fails at once.
   */
  #send(text: string, values?: string[]): Promise<unknown> {
    const client = this.#client;
    const end = () => void client?.end().catch(() => undefined);
    if (client) this.#sent = this.#sent.then(() => client.query(text, values)).catch(end);
    return this.#sent;
  }

  #notifyIfPossible(): void {
    if (this.#client && this.#isNotifyRequested) this.#notifying ??= this.#sendNotifications();
  }

  async #sendNotifications(): Promise<void> {
    while (this.#isNotifyRequested && this.#client && !this.#closing.signal.aborted) {
      this.#isNotifyRequested = false;
      await this.#send(`notify ${changeChannel}`);
      await sleep(minNotifyIntervalMs, undefined, { ref: false });
    }
    this.#notifying = undefined;
  }

  #receive({ channel, payload = '', processId }: pg.Notification): void {
    if (channel === changeChannel) this.#emitter.emit('change');
    else if (processId !== this.#ownProcessId) {
      for (const onPayload of this.#callbacksByChannel.get(channel) ?? []) deliver(onPayload, payload);
    }
  }

  async #keepConnected(): Promise<void> {
    const { signal } = this.#closing;
    let delayMs = minReconnectDelayMs;
    while (!signal.aborted) {
      const client = new pg.Client({
        connectionString: this.#url,
        connectionTimeoutMillis: 3_000,
        query_timeout: 6_000,
        keepAlive: true,
        application_name: 'crewboard notifications',
      });
      this.#connecting = client;
      client.on('error', () => undefined);
      client.on('notification', (message) => this.#receive(message));
      try {
        const ended = once(client, 'end');
        // `close` ends a connection that is still being made: `connect` then never settles.
        await Promise.race([client.connect(), ended]);
        signal.throwIfAborted();
        this.#ownProcessId = await readProcessId(client);
        await client.query(`listen ${changeChannel}`);
        // The loop also reaches the channels that are subscribed while it runs.
        for (const channel of this.#callbacksByChannel.keys()) {
          await client.query(`listen ${pg.escapeIdentifier(channel)}`);
        }
        this.#client = client;
        delayMs = minReconnectDelayMs;
        this.#emitter.emit('change');
        this.#notifyIfPossible();
        await ended;
      } catch {
        // Retried below; until then listeners poll.
      }
      this.#client = undefined;
      await client.end().catch(() => undefined);
      await sleep(delayMs, undefined, { signal, ref: false }).catch(() => undefined);
      delayMs = Math.min(2 * delayMs, maxReconnectDelayMs);
    }
  }
}

/** What a payload makes a subscriber throw would end the process: any client of the database can send one. */
function deliver(onPayload: (payload: string) => void, payload: string): void {
  try {
    onPayload(payload);
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}

/** What the client was told when it connected is a number of the pooler, where there is one. */
async function readProcessId(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

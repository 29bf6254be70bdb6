import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';

const changeChannel = 'crewboard_log';

/** The changes within this time share a notification. */
const minNotifyIntervalMs = 20;
const minReconnectDelayMs = 100;
const maxReconnectDelayMs = 2_000;

/**
 * Notifies all processes on a database that the event log has grown, and carries messages between them on other
 * channels (NOTIFY of PostgreSQL). It uses its own connection after a change is committed, so that it costs the change
 * nothing. A notification can be lost, so listeners must poll as well.
 */
export class ChangeNotifier {
  readonly #url: string;
  readonly #emitter = new EventEmitter();
  readonly #closing = new AbortController();
  /** The connection that listens; undefined while there is none. */
  #client: pg.Client | undefined;
  /** The newest connection, which may not listen yet: `close` ends it. */
  #newestClient: pg.Client | undefined;
  /** The backend of this connection. Messages that it sent are those of this process itself, and are ignored. */
  #ownBackendId: number | undefined;
  #running: Promise<void> | undefined;
  readonly #callbacksByChannel = new Map<string, Set<(payload: string) => void>>();
  /** Settles with the last query. Queries run one after another. */
  #sent: Promise<unknown> = Promise.resolve();
  #isNotifyRequested = false;
  #notifying: Promise<void> | undefined;

  constructor(url: string) {
    this.#url = url;
  }

  /**
   * Calls back for every notification that the log has grown, and after every reconnection, which may follow missed
   * ones.
   */
  onChange(callback: () => void): () => void {
    this.#emitter.on('change', callback);
    this.#running ??= this.#keepConnected();
    return () => this.#emitter.off('change', callback);
  }

  /**
   * Notifies that the log has grown. Calls within 20 ms share a notification. Without a connection, notifies once
   * connected.
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
    // Listen now if connected. A new connection listens to all channels.
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
    await this.#newestClient?.end().catch(() => undefined);
    await this.#running;
  }

  /**
   * Sends a query after the earlier ones. Never rejects. Without a connection it sends nothing. A failure ends the
   * connection, so that queries that wait behind one that hangs fail at once.
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
    else if (processId !== this.#ownBackendId) {
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
      this.#newestClient = client;
      client.on('error', () => undefined);
      client.on('notification', (message) => this.#receive(message));
      try {
        const ended = once(client, 'end');
        // When `close` ends a connection that is still being made, `connect` never settles.
        await Promise.race([client.connect(), ended]);
        signal.throwIfAborted();
        this.#ownBackendId = await readBackendId(client);
        await client.query(`listen ${changeChannel}`);
        // Iterating the map also reaches channels that are subscribed meanwhile.
        for (const channel of this.#callbacksByChannel.keys()) {
          await client.query(`listen ${pg.escapeIdentifier(channel)}`);
        }
        this.#client = client;
        delayMs = minReconnectDelayMs;
        this.#emitter.emit('change');
        this.#notifyIfPossible();
        await ended;
      } catch {
        // The loop connects again; until then listeners poll.
      }
      this.#client = undefined;
      await client.end().catch(() => undefined);
      await sleep(delayMs, undefined, { signal, ref: false }).catch(() => undefined);
      delayMs = Math.min(2 * delayMs, maxReconnectDelayMs);
    }
  }
}

/** Keeps the error of a subscriber from ending the process, because any client of the database can send a payload. */
function deliver(onPayload: (payload: string) => void, payload: string): void {
  try {
    onPayload(payload);
  } catch (error) {
    process.emitWarning(error instanceof Error ? error : String(error));
  }
}

/** Asks the backend, because behind a pooler the number that pg got when it connected is one of the pooler. */
async function readBackendId(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid;
}

import type { Database } from '@crewboard/db';
import type { Logger } from 'pino';

/** Half of the second after which an activity must be visible. */
const flushIntervalMs = 500;

/** The minimum time between two writes of a session, because an open page sends a request every few seconds. */
export const sessionActivityInterval = '1 minute';

/**
 * Locks the rows in the order of their ids, as all processes do, to avoid deadlocks. The write is a statement of its
 * own, so that it sees the rows as they are after the wait: one statement for both deadlocked under load.
 */
const statementsOf = (table: string, column: string, condition = 'true') => ({
  lock: `select id from ${table} where id = any($1::text[]) and ${condition} order by id for no key update`,
  write: `
  update ${table} set ${column} = greatest(${table}.${column}, recorded.at)
  from unnest($1::text[], $2::timestamptz[]) as recorded(id, at)
  where ${table}.id = recorded.id and ${condition}`,
});

const statements = {
  agent: statementsOf('agents', 'last_active_at'),
  key: statementsOf('api_keys', 'last_used_at'),
  session: statementsOf(
    'sessions',
    'last_active_at',
    `last_active_at < now() - interval '${sessionActivityInterval}'`,
  ),
};

type Kind = keyof typeof statements;

const noActivity = () => ({
  agent: new Map<string, Date>(),
  key: new Map<string, Date>(),
  session: new Map<string, Date>(),
});

/**
 * Collects the times of last activity of agents, keys and sessions, and writes them twice a second instead of per
 * request.
 */
export class Activity {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #recorded = noActivity();
  #flushing: Promise<void> | undefined;

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
    this.#timer = setInterval(() => void this.#tick(), flushIntervalMs).unref();
  }

  record({ kind, id }: { kind: Kind; id: string }): void {
    this.#recorded[kind].set(id, new Date());
  }

  /** Writes the recorded activities, after a running write. Never throws: the next write repeats a failed write. */
  async flush(): Promise<void> {
    await this.#flushing;
    const recorded = this.#recorded;
    this.#recorded = noActivity();
    await Promise.all((Object.keys(recorded) as Kind[]).map((kind) => this.#write(kind, recorded[kind])));
  }

  /** Skips a tick during a write, so that writes do not accumulate while the database is unavailable. */
  async #tick(): Promise<void> {
    if (this.#flushing) return;
    this.#flushing = this.flush();
    await this.#flushing;
    this.#flushing = undefined;
  }

  async #write(kind: Kind, times: Map<string, Date>): Promise<void> {
    if (times.size === 0) return;
    const ids = [...times.keys()];
    const { lock, write } = statements[kind];
    try {
      await this.#db.transaction(async (connection) => {
        await connection.query(lock, [ids]);
        await connection.query(write, [ids, [...times.values()]]);
      });
    } catch (error) {
      this.#log.warn({ err: error }, 'could not store the last activity; retrying');
      for (const [id, at] of times) {
        if (!this.#recorded[kind].has(id)) this.#recorded[kind].set(id, at);
      }
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }
}

import type { Database } from '@crewboard/db';
import type { Logger } from 'pino';

/** How long an activity may wait in memory. It must be visible within a second of the call. */
const flushEvery = 500;

/** A session is written at most this often: a page that is open calls every few seconds. */
export const sessionActivityInterval = '1 minute';

/** The rows are locked in the order of their ids, so that two processes flushing at once cannot deadlock. */
const statement = (table: string, column: string, condition = 'true') => `
  with seen as (select * from unnest($1::text[], $2::timestamptz[]) as seen(id, at)),
  locked as (select id from ${table} where id = any($1) and ${condition} order by id for no key update)
  update ${table} set ${column} = greatest(${table}.${column}, seen.at)
  from seen join locked using (id)
  where ${table}.id = seen.id`;

const statements = {
  agent: statement('agents', 'last_active_at'),
  key: statement('api_keys', 'last_used_at'),
  session: statement(
    'sessions',
    'last_active_at',
    `last_active_at < now() - interval '${sessionActivityInterval}'`,
  ),
};

type Kind = keyof typeof statements;

const nothing = () => ({
  agent: new Map<string, Date>(),
  key: new Map<string, Date>(),
  session: new Map<string, Date>(),
});

/** Remembers when agents, keys and sessions were last seen and writes it twice a second: no write per request. */
export class Activity {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #seen = nothing();
  #flushing: Promise<void> | undefined;

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
    this.#timer = setInterval(() => void this.#tick(), flushEvery).unref();
  }

  saw({ kind, id }: { kind: Kind; id: string }): void {
    this.#seen[kind].set(id, new Date());
  }

  /** Writes what was seen so far. Never throws: what failed is tried again. */
  async flush(): Promise<void> {
    const seen = this.#seen;
    this.#seen = nothing();
    await Promise.all((Object.keys(seen) as Kind[]).map((kind) => this.#write(kind, seen[kind])));
  }

  /** One at a time: while the database is away, tries must not pile up. */
  async #tick(): Promise<void> {
    if (this.#flushing) return;
    this.#flushing = this.flush();
    await this.#flushing;
    this.#flushing = undefined;
  }

  async #write(kind: Kind, seen: Map<string, Date>): Promise<void> {
    if (seen.size === 0) return;
    try {
      await this.#db.pool.query(statements[kind], [[...seen.keys()], [...seen.values()]]);
    } catch (error) {
      this.#log.warn({ err: error }, 'could not store the last activity; trying again');
      for (const [id, at] of seen) {
        if (!this.#seen[kind].has(id)) this.#seen[kind].set(id, at);
      }
    }
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.#flushing;
    await this.flush();
  }
}

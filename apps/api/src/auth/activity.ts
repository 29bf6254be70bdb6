import type { Database } from '@crewboard/db';
import type { Logger } from 'pino';
import type { AgentActor, KeyActor } from './actor.ts';

/** How long an activity may wait in memory. It must be visible within a second of the call. */
const flushEvery = 500;

/** The rows are locked in the order of their ids, so that two processes flushing at once cannot deadlock. */
const statement = (table: 'agents' | 'api_keys', column: 'last_active_at' | 'last_used_at') => `
  with seen as (select * from unnest($1::text[], $2::timestamptz[]) as seen(id, at)),
  locked as (select id from ${table} where id = any($1) order by id for no key update)
  update ${table} set ${column} = greatest(${table}.${column}, seen.at)
  from seen join locked using (id)
  where ${table}.id = seen.id`;

const statements = {
  agent: statement('agents', 'last_active_at'),
  key: statement('api_keys', 'last_used_at'),
};

/** Remembers when agents and keys were last seen and writes it twice a second: no write per request. */
export class Activity {
  readonly #db: Database;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout;
  #seen = { agent: new Map<string, Date>(), key: new Map<string, Date>() };
  #flushing: Promise<void> | undefined;

  constructor(db: Database, log: Logger) {
    this.#db = db;
    this.#log = log;
    this.#timer = setInterval(() => void this.#tick(), flushEvery).unref();
  }

  saw(actor: AgentActor | KeyActor): void {
    this.#seen[actor.kind].set(actor.id, new Date());
  }

  /** Writes what was seen so far. Never throws: what failed is tried again. */
  async flush(): Promise<void> {
    const seen = this.#seen;
    this.#seen = { agent: new Map(), key: new Map() };
    await Promise.all([this.#write('agent', seen.agent), this.#write('key', seen.key)]);
  }

  /** One at a time: while the database is away, tries must not pile up. */
  async #tick(): Promise<void> {
    if (this.#flushing) return;
    this.#flushing = this.flush();
    await this.#flushing;
    this.#flushing = undefined;
  }

  async #write(kind: 'agent' | 'key', seen: Map<string, Date>): Promise<void> {
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

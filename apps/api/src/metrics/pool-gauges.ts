import type { Database } from '@crewboard/db';
import { Gauge, type Registry } from 'prom-client';

type Pool = Database['pool'];

/** The metrics of the connections to the database, by pool: hot, reads, lookups, webhooks. */
export class PoolGauges {
  readonly #pools = new Map<string, Pool>();
  readonly #limited: Gauge;

  constructor(registry: Registry) {
    const gauge = (name: string, help: string, read: (pool: Pool) => number) => {
      const pools = this.#pools;
      return new Gauge({
        ...{ name, help, labelNames: ['pool'], registers: [registry] },
        collect() {
          for (const [name, pool] of pools) this.set({ pool: name }, read(pool));
        },
      });
    };
    this.#limited = new Gauge({
      name: 'crewboard_database_connections_limited',
      help: 'Whether the connections have their time limits, as found at the start: 1 or 0.',
      labelNames: ['pool'],
      registers: [registry],
    });
    gauge('crewboard_database_connections', 'Open connections.', (pool) => pool.totalCount);
    gauge('crewboard_database_connections_idle', 'Idle connections.', (pool) => pool.idleCount);
    gauge('crewboard_database_connections_max', 'The size of the pool.', (pool) => pool.options.max);
    gauge(
      'crewboard_database_connections_waiting',
      'Statements waiting for a connection.',
      (pool) => pool.waitingCount,
    );
  }

  /** Reports whether the connections of a pool have their time limits. */
  setLimited(pool: string, isLimited: boolean): void {
    this.#limited.set({ pool }, isLimited ? 1 : 0);
  }

  add(name: string, pool: Pool): void {
    this.#pools.set(name, pool);
  }
}

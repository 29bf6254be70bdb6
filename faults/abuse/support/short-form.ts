import { createTestDatabase } from '@crewboard/db/testing';
import { useSeed } from '../../../apps/api/test/support/random.ts';
import type { Attack } from '../attack.ts';
import { Service, type ServiceKind } from './service.ts';
import { Tally } from './tally.ts';
import { Teams } from './teams.ts';

/** The size of an attack in a test. */
type Size = Pick<Attack, 'perSecond' | 'seconds'>;

/** A service with its own database for a test file; `close` ends both. */
export class ShortForm {
  readonly teams: Teams;
  readonly #service: Service;
  readonly #close: () => Promise<void>;
  #runs = 0;

  private constructor(service: Service, teams: Teams, close: () => Promise<void>) {
    this.#service = service;
    this.teams = teams;
    this.#close = close;
  }

  static async start(kind: ServiceKind, postgresUrl: string): Promise<ShortForm> {
    const db = await createTestDatabase(postgresUrl);
    const service = await Service.start(kind, db.url);
    const teams = new Teams(db, db.ownerUrl, service.target);
    // The first account becomes an operator: it must not be an attacker's.
    await teams.createTeam('Operators');
    return new ShortForm(service, teams, async () => {
      teams.close();
      await service.stop();
      await db.close();
    });
  }

  /** An address that no other attack of this service uses. */
  nextAddress(): string {
    this.#runs += 1;
    return `127.0.${20 + this.#runs}.1`;
  }

  /** Runs a short attack. Returns the counts, and the names of the violated conditions. */
  async run(attack: Attack, { perSecond, seconds }: Size) {
    const seed = useSeed();
    const prepared = await attack.prepare?.(this.teams);
    const tally = new Tally();
    const before = await this.#sizes();
    await attack.run({
      target: this.#service.target,
      address: this.nextAddress(),
      prepared,
      seed,
      perSecond,
      seconds,
      count: Math.round(perSecond * seconds),
      tally,
    });
    const after = await this.#sizes();
    const counts = { ...tally.counts, ...(await attack.inspect?.(this.teams, prepared)) };
    const outcome = {
      counts,
      databaseGrowth: after.database - before.database,
      logGrowth: after.logs - before.logs,
    };
    const bounds = Object.entries(attack.expected(outcome));
    return { ...outcome, broken: bounds.flatMap(([bound, holds]) => (holds ? [] : [bound])) };
  }

  async #sizes() {
    const { rows } = await this.teams.db.pool.query<{ bytes: string }>(
      'select pg_database_size(current_database()) as bytes',
    );
    return { database: Number(rows[0]?.bytes), logs: this.#service.logBytes };
  }

  close(): Promise<void> {
    return this.#close();
  }
}

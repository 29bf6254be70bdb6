import { type Database, defineStatement, type Queryable, queryMany, sql } from '@crewboard/db';
import { Gauge, type Registry } from 'prom-client';
import { measureAttention } from '../features/attention/measure-attention.ts';
import { measureErasures } from '../features/erasure/measure-erasures.ts';
import { measureLogLag } from '../features/events/measure-log-lag.ts';
import { measureExpiring } from '../features/expiry/measure-expiring.ts';
import { measureHeld } from '../features/tasks/measure-held.ts';
import { measureQueues } from '../features/tasks/queue/measure-queues.ts';
import { measureWebhooks } from '../features/webhooks/measure-webhooks.ts';
import { CachedReading } from './cached-reading.ts';

/** The database is queried at most once in this time, however often metrics are scraped. */
const maxAgeMs = 10_000;

/**
 * Adds the metrics that are read from the database, so that each process reports the same values. While the database
 * cannot be read, these metrics have no values and the others are still reported.
 */
export function watchDatabase(registry: Registry, db: Database): void {
  const readings = new CachedReading(async () => {
    const [queues, lags, attention, held, webhooks, expiring, erasures, tables] = await Promise.all([
      measureQueues(db.reads),
      measureLogLag(db.reads),
      measureAttention(db.reads),
      measureHeld(db.reads),
      measureWebhooks(db.reads),
      measureExpiring(db.reads),
      measureErasures(db.reads),
      measureTables(db.reads),
    ]);
    return { queues, lags, attention, held, webhooks, expiring, erasures, tables };
  }, maxAgeMs);
  type Readings = NonNullable<Awaited<ReturnType<typeof readings.get>>>;

  /** `valuesOf` returns one number for each value of `label`, or a single one with '' for a gauge without a label. */
  const gauge = (
    name: string,
    help: string,
    label: string,
    valuesOf: (read: Readings) => [labelValue: string, value: number][],
  ) =>
    new Gauge({
      ...{ name, help, labelNames: label ? [label] : [], registers: [registry] },
      async collect() {
        const read = await readings.get();
        this.reset();
        for (const [labelValue, value] of read ? valuesOf(read) : [])
          this.set(label ? { [label]: labelValue } : {}, value);
      },
    });
  gauge(
    'crewboard_queue_tasks',
    'Claimable tasks, counted up to 10,000, of the 100 teams whose oldest one has waited longest.',
    'team_id',
    ({ queues }) => queues.map(({ teamId, count }) => [teamId, count]),
  );
  gauge(
    'crewboard_queue_oldest_task_age_seconds',
    'Time since the creation of the oldest claimable task in todo, of the same teams.',
    'team_id',
    ({ queues }) => queues.map(({ teamId, ageSeconds }) => [teamId, ageSeconds]),
  );
  gauge(
    'crewboard_attention_tasks',
    'Tasks on which a person has to act and that nobody has taken, counted up to 10,000, by reason.',
    'reason',
    ({ attention }) => attention.map(({ reason, count }) => [reason, count]),
  );
  gauge(
    'crewboard_tasks_held_without_lease',
    'Tasks that an agent holds without a lease for at least so long, of the 1,000 of each team that are in progress for longest.',
    'held_for',
    ({ held }) => [
      ['1h', held.hour],
      ['1d', held.day],
      ['7d', held.week],
    ],
  );
  gauge(
    'crewboard_webhook_deliveries_waiting',
    'Deliveries of enabled webhooks that have not arrived yet, counted up to 10,000.',
    '',
    ({ webhooks }) => [['', webhooks.waiting]],
  );
  gauge('crewboard_webhooks_disabled', 'Webhooks that the service has disabled.', '', ({ webhooks }) => [
    ['', webhooks.disabled],
  ]);
  gauge(
    'crewboard_credentials_expiring',
    'Tokens of active agents and team API keys that expire within 14 days.',
    'kind',
    ({ expiring }) => [
      ['agent', expiring.agents],
      ['key', expiring.keys],
    ],
  );
  gauge(
    'crewboard_erasures_unfinished',
    'Deleted accounts, teams, projects and tasks of which something is still stored; projects and tasks counted up to 10,000.',
    'kind',
    ({ erasures }) => erasures.map(({ kind, count }) => [kind, count]),
  );
  gauge(
    'crewboard_erasure_oldest_age_seconds',
    'Time since the deletion of the oldest of them, of a team since it cannot be restored any more; 0 without one.',
    'kind',
    ({ erasures }) => erasures.map(({ kind, oldestAgeSeconds }) => [kind, oldestAgeSeconds]),
  );
  gauge(
    'crewboard_table_bytes',
    'Size of each table, with its indexes and large values.',
    'table',
    ({ tables }) => tables.map(({ name, bytes }) => [name, bytes]),
  );
  gauge(
    'crewboard_event_log_lag_seconds',
    'Age of the oldest event that no reader can read yet (all), and that webhooks have not read (webhooks).',
    'reader',
    ({ lags }) => [
      ['all', lags.unsettledLagSeconds],
      ['webhooks', lags.webhookLagSeconds],
    ],
  );
  new Gauge({
    name: 'crewboard_database_readable',
    help: 'Whether the metrics of queues and of the log could be read: 1 or 0.',
    registers: [registry],
    async collect() {
      this.set((await readings.get()) ? 1 : 0);
    },
  });
}

const tableSizes = defineStatement<object, { name: string; bytes: number }>(
  () => sql`
  select relname as name, pg_total_relation_size(oid)::float8 as bytes from pg_class
  where relkind = 'r' and relnamespace = current_schema()::regnamespace`,
);

/** The sizes of all tables, with their indexes and large values. */
export const measureTables = (db: Queryable) => queryMany(db, tableSizes, {});

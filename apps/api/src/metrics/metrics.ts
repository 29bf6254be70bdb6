import { build } from '@crewboard/build-info';
import type { Database } from '@crewboard/db';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { watchDatabase } from './database-gauges.ts';
import { PoolGauges } from './pool-gauges.ts';
import { RequestMetrics } from './request-metrics.ts';

/** Deliveries may be due for days while no process sends. */
const deliveryLagBuckets = [0.01, 0.05, 0.1, 0.5, 1, 5, 30, 60, 300, 1_800, 3_600, 21_600, 86_400, 259_200];
const batchSizeBuckets = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** `health` responds in time, even if the folder does not. */
type Backups = { health(): Promise<{ lastBackupAt: string | null }> };

export type DeliveryOutcome = 'succeeded' | 'rejected' | 'unreachable';

/** The numbers of a running app, read at each scrape. */
type AppNumbers = Record<
  'requestsInFlight' | 'openStreams' | 'waitingAgents' | 'taskWaits' | 'unsentResponseBytes',
  () => number
> & { signIns: Readonly<{ failed: number; rejected: number }> };

/**
 * The metrics of a process. Created only where metrics are configured. They have a registry of their own, because
 * several apps run in the process of a test. Labels have bounded values: of a closed list, or of at most 100 teams.
 */
export class Metrics {
  readonly #registry = new Registry();
  readonly requests = new RequestMetrics(this.#registry);
  readonly pools = new PoolGauges(this.#registry);
  readonly #batchSizes = new Histogram({
    name: 'crewboard_batch_size',
    help: 'Calls per database statement, by batch.',
    labelNames: ['batch'],
    buckets: batchSizeBuckets,
    registers: [this.#registry],
  });
  readonly #leasesExpired = new Counter({
    name: 'crewboard_leases_expired_total',
    help: 'Claims that this process ended because their lease expired.',
    registers: [this.#registry],
  });
  readonly #eventsRemoved = new Counter({
    name: 'crewboard_events_removed_total',
    help: 'Events that this process removed because they were older than EVENT_RETENTION_DAYS.',
    registers: [this.#registry],
  });
  readonly #deliveryAttempts = new Counter({
    name: 'crewboard_webhook_attempts_total',
    help: 'Webhook delivery attempts: succeeded, rejected by the receiver, or unreachable.',
    labelNames: ['outcome'],
    registers: [this.#registry],
  });
  readonly #deliveryLag = new Histogram({
    name: 'crewboard_webhook_lag_seconds',
    help: 'Time from when a delivery attempt was due, and its endpoint and the installation could send, until a process started it.',
    buckets: deliveryLagBuckets,
    registers: [this.#registry],
  });
  readonly #deliveriesHeld = new Gauge({
    name: 'crewboard_deliveries_held',
    help: 'Whether this process holds webhook deliveries, because its database may be a copy: 1 or 0.',
    registers: [this.#registry],
  });
  readonly #webhookSecrets = new Gauge({
    name: 'crewboard_webhook_secrets',
    help: 'Secrets of webhooks that this process last found encrypted with APP_SECRET (current), with APP_SECRET_PREVIOUS (previous) and with neither (unknown); absent without APP_SECRET_PREVIOUS.',
    labelNames: ['encrypted_with'],
    registers: [this.#registry],
  });
  /** Undefined if this process does not know the folder of the backups. */
  #backups: Backups | undefined;
  #scrape: Promise<string> | undefined;

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
    new Gauge({
      name: 'crewboard_build_info',
      help: 'Always 1, with the version and the commit of this process.',
      labelNames: ['version', 'commit'],
      registers: [this.#registry],
    }).set({ version: build.version, commit: build.commit ?? 'unknown' }, 1);
    this.#measureBackups();
  }

  get contentType(): string {
    return this.#registry.contentType;
  }

  /** All metrics in the text format of Prometheus. Concurrent scrapes share one text. */
  render(): Promise<string> {
    this.#scrape ??= this.#registry.metrics().finally(() => {
      this.#scrape = undefined;
    });
    return this.#scrape;
  }

  /** Returns the function that `Batches` calls with the size of each statement of this batch. */
  batchObserver(batch: string): (size: number) => void {
    const labels = { batch };
    return (size) => this.#batchSizes.observe(labels, size);
  }

  countExpiredLeases(count: number): void {
    this.#leasesExpired.inc(count);
  }

  countRemovedEvents(count: number): void {
    this.#eventsRemoved.inc(count);
  }

  observeDelivery(outcome: DeliveryOutcome, lagSeconds: number): void {
    this.#deliveryAttempts.inc({ outcome });
    this.#deliveryLag.observe(lagSeconds);
  }

  setDeliveriesHeld(isHeld: boolean): void {
    this.#deliveriesHeld.set(isHeld ? 1 : 0);
  }

  setWebhookSecrets(found: Record<'current' | 'previous' | 'unknown', number>): void {
    for (const [kind, count] of Object.entries(found)) {
      this.#webhookSecrets.set({ encrypted_with: kind }, count);
    }
  }

  /** Adds the metrics that are read from the database, at most every 10 s. */
  watchDatabase(db: Database): void {
    watchDatabase(this.#registry, db);
  }

  /** Adds the age of the newest backup in BACKUP_DIR. */
  watchBackups(backups: Backups): void {
    this.#backups = backups;
  }

  #measureBackups(): void {
    const readAge = async () => {
      if (!this.#backups) return undefined;
      const { lastBackupAt } = await this.#backups.health();
      return lastBackupAt ? (Date.now() - Date.parse(lastBackupAt)) / 1_000 : Number.POSITIVE_INFINITY;
    };
    new Gauge({
      name: 'crewboard_backup_age_seconds',
      help: 'Time since the moment of the newest complete backup in BACKUP_DIR; +Inf without one, and while the folder cannot be read.',
      registers: [this.#registry],
      async collect() {
        const age = await readAge();
        if (age === undefined) this.remove();
        else this.set(age);
      },
    });
  }

  watchApp(numbers: AppNumbers): void {
    const gauge = (name: string, help: string, read: () => number) =>
      new Gauge({
        ...{ name, help, registers: [this.#registry] },
        collect() {
          this.set(read());
        },
      });
    gauge(
      'crewboard_http_requests_in_flight',
      'Requests without a complete response, open streams included.',
      numbers.requestsInFlight,
    );
    gauge('crewboard_open_streams', 'Open event streams.', numbers.openStreams);
    gauge('crewboard_waiting_agents', 'Requests waiting for a task.', numbers.waitingAgents);
    gauge(
      'crewboard_requests_waiting_for_tasks',
      'Requests waiting until tasks have ended.',
      numbers.taskWaits,
    );
    new Counter({
      name: 'crewboard_sign_in_failures_total',
      help: 'Attempts to sign in with a wrong secret (failed), and beyond a limit (rejected).',
      labelNames: ['outcome'],
      registers: [this.#registry],
      collect() {
        this.reset();
        this.inc({ outcome: 'failed' }, numbers.signIns.failed);
        this.inc({ outcome: 'rejected' }, numbers.signIns.rejected);
      },
    });
    gauge(
      'crewboard_unsent_response_bytes',
      'Bytes of responses that clients have not read.',
      numbers.unsentResponseBytes,
    );
  }
}

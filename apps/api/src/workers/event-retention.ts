import type { Database } from '@crewboard/db';
import { removeEvents } from '../features/events/remove-events.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { runPollLoop, type WorkerLog } from './poll-loop.ts';

const defaultPollIntervalMs = 60_000;
/** Between two batches, so that a removal of years leaves most of the database to requests. */
const pauseMs = 50;

/** The cause may come and go: a round finds none while another process removes a batch. */
const warningIntervalMs = 24 * 3_600_000;

const webhooksHaveNotRead =
  'no process has read them for webhooks. Start a worker, or an API process without WEBHOOK_DELIVERY=worker';

type Parts = {
  db: Database;
  /** EVENT_RETENTION_DAYS; undefined keeps all events. */
  days: number | undefined;
  metrics: Pick<Metrics, 'countRemovedEvents'> | undefined;
  /** The longest time between two rounds; a minute by default. */
  pollIntervalMs?: number;
  log: WorkerLog;
  signal: AbortSignal;
};

/** Removes old events batch by batch. Processes take turns by a lock of the database; any of them may die. */
export async function removeOldEvents({ db, days, metrics, log, signal, ...parts }: Parts): Promise<void> {
  const { pollIntervalMs = defaultPollIntervalMs } = parts;
  if (days === undefined) return;
  let warnedAt = Number.NEGATIVE_INFINITY;
  await runPollLoop({
    task: 'remove old events',
    async run() {
      // Not a connection of the hot path: nobody waits for this.
      const { events, isFull, isHeldByWebhooks } = await removeEvents(db.reads, days);
      metrics?.countRemovedEvents(events);
      if (isHeldByWebhooks && Date.now() - warnedAt >= warningIntervalMs) {
        warnedAt = Date.now();
        log.warn({ days }, `events older than EVENT_RETENTION_DAYS are not removed: ${webhooksHaveNotRead}`);
      }
      return { nextRoundInMs: isFull ? pauseMs : undefined };
    },
    pollIntervalMs,
    hasDelayedStart: true,
    signal,
    log,
  });
}

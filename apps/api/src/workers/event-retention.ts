import type { Database } from '@crewboard/db';
import { removeEvents } from '../features/events/remove-events.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { runPollLoop, type WorkerLog } from './poll-loop.ts';

/** The pause between two batches: the removal of years of events must leave most of the database to requests. */
const pauseMs = 50;

/**
 * At most one warning in this time. A warning at each new beginning of the cause would come often: a round does not
 * find the cause while another process removes a batch.
 */
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

/**
 * Removes events that are older than EVENT_RETENTION_DAYS, batch by batch. Any number of processes may run it, and any
 * may die: they take turns by a lock of the database.
 */
export async function removeOldEvents({
  db,
  days,
  metrics,
  pollIntervalMs = 60_000,
  log,
  signal,
}: Parts): Promise<void> {
  if (days === undefined) return;
  let warnedAt = Number.NEGATIVE_INFINITY;
  await runPollLoop({
    task: 'remove old events',
    async run() {
      // Use no connection of the hot path: nobody waits for this.
      const { events, isFull, isUnreadByWebhooks } = await removeEvents(db.reads, days);
      metrics?.countRemovedEvents(events);
      if (isUnreadByWebhooks && Date.now() - warnedAt >= warningIntervalMs) {
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

import type { ChangeNotifier, Database } from '@crewboard/db';
import { deleteExpiredKeys } from '../features/idempotency/delete-expired-keys.ts';
import { EventFeed } from './event-feed.ts';
import { LeaseSweeper } from './lease-sweeper.ts';
import { runPollLoop, type WorkerLog } from './poll-loop.ts';
import { WakeUp } from './wake-up.ts';

// All background work. Each worker is a loop of poll-loop.ts; notifications wake those that read the log.
//
// In each API process (`startAppWorkers`)
//   event feed          reads the log for open streams
//   lease sweeper       ends leases whose time is over, releases the leased tasks of deactivated agents
//   sign-in counters    deletes expired counters, logs how many attempts failed
//   idempotency keys    deletes expired keys
//
// In each API process, or in processes of their own (`startWebhookWorkers`)
//   log reader          makes deliveries of new events
//   recovery            makes deliveries of past events that did not arrive
//   sender              sends due deliveries and records the attempts
//   failing endpoints   disables endpoints whose attempts failed for five days
//   clean-up            deletes expired deliveries and what deleted endpoints leave

export { startWebhookWorkers } from './webhooks/start-webhook-workers.ts';

const tidyIntervalMs = 60_000;
const expiredKeysIntervalMs = 10 * 60_000;

type Parts = {
  db: Database;
  changeNotifier: ChangeNotifier;
  /** Deletes what has expired. Never rejects. */
  signInLimits: { tidy(): Promise<void> };
  /** The longest time between two rounds of the lease sweeper; by default its own. */
  leaseSweepIntervalMs: number | undefined;
  log: WorkerLog;
};

/** Starts the workers of an API process. `stop` ends its streams. */
export function startAppWorkers({ db, changeNotifier, signInLimits, leaseSweepIntervalMs, log }: Parts) {
  const feed = new EventFeed({ db, changeNotifier, log });
  const stopping = new AbortController();
  const leaseSweeper = new LeaseSweeper(changeNotifier, leaseSweepIntervalMs);
  const sweeping = leaseSweeper.run({ db, changeNotifier, log, signal: stopping.signal });
  const tidying = runPollLoop({
    task: 'delete expired sign-in counters',
    async run() {
      await signInLimits.tidy();
      return {};
    },
    wakeUp: new WakeUp(),
    pollIntervalMs: tidyIntervalMs,
    signal: stopping.signal,
    log,
  });
  const deletingKeys = runPollLoop({
    task: 'delete expired idempotency keys',
    run: () => deleteExpiredKeys(db),
    wakeUp: new WakeUp(),
    pollIntervalMs: expiredKeysIntervalMs,
    signal: stopping.signal,
    log,
  });
  return {
    feed,
    leaseSweeper,
    async stop() {
      stopping.abort();
      await Promise.all([feed.close(), tidying, sweeping, deletingKeys]);
    },
  };
}

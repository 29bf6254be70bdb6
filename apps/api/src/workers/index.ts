import type { ChangeNotifier, Database } from '@crewboard/db';
import { EventFeed } from './event-feed.ts';
import { LeaseFeed } from './lease-feed.ts';
import { LeaseSweeper } from './lease-sweeper.ts';
import { runPollLoop, type WorkerLog } from './poll-loop.ts';
import { WakeUp } from './wake-up.ts';

// All background work. Each worker is a loop of poll-loop.ts; notifications wake those that read the log.
//
// In each API process (`startAppWorkers`)
//   event feed          reads the log for open streams
//   lease feed          tells open boards which leases heartbeats have extended
//   lease sweeper       ends leases whose time is over, releases the leased tasks of deactivated agents
//   sign-in counters    deletes expired counters, logs how many attempts failed
//
// In each API process, or in processes of their own (`startWebhookWorkers`)
//   log reader          makes deliveries of new events
//   recovery            makes deliveries of past events that did not arrive
//   sender              sends due deliveries and records the attempts
//   failing endpoints   disables endpoints whose attempts failed for five days
//   clean-up            deletes expired deliveries and what deleted endpoints leave

export { startWebhookWorkers } from './webhooks/start-webhook-workers.ts';

const tidyIntervalMs = 60_000;

type Parts = {
  db: Database;
  changeNotifier: ChangeNotifier;
  /** Deletes what has expired. Never rejects. */
  signInLimits: { tidy(): Promise<void> };
  log: WorkerLog;
};

/** Starts the workers of an API process. `stop` ends its streams. */
export function startAppWorkers({ db, changeNotifier, signInLimits, log }: Parts) {
  const feed = new EventFeed({ db, changeNotifier, log });
  const leaseFeed = new LeaseFeed(changeNotifier);
  const stopping = new AbortController();
  const leaseSweeper = new LeaseSweeper(changeNotifier);
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
  return {
    feed,
    leaseFeed,
    leaseSweeper,
    async stop() {
      stopping.abort();
      leaseFeed.close();
      await Promise.all([feed.close(), tidying, sweeping]);
    },
  };
}

import type { ChangeNotifier, Database } from '@crewboard/db';
import { warnOfExpiry } from '../features/expiry/warn-of-expiry.ts';
import { deleteExpiredKeys } from '../features/idempotency/delete-expired-keys.ts';
import type { SystemContextOf } from '../features/tasks/background/system-context.ts';
import type { TaskArrivals } from '../features/tasks/queue/task-arrivals.ts';
import type { WaitingAgents } from '../features/tasks/queue/waiting-agents.ts';
import type { TaskWaits } from '../features/tasks/wait/task-waits.ts';
import type { Metrics } from '../metrics/metrics.ts';
import { archiveTasks } from './archiver.ts';
import { eraseDeletedContent } from './eraser.ts';
import { EventFeed } from './event-feed.ts';
import { removeOldEvents } from './event-retention.ts';
import { LeaseFeed } from './lease-feed.ts';
import { LeaseSweeper } from './lease-sweeper.ts';
import { countLog } from './log-counter.ts';
import { runPollLoop, type WorkerLog } from './poll-loop.ts';
import { probeQueues } from './queue-probe.ts';
import { runRemovals } from './removals.ts';
import { SharedWakeUp } from './wake-up.ts';

// All background work. Nearly every worker is a loop of poll-loop.ts. Notifications wake the workers that read the log.
//
// In each API process (`startAppWorkers`)
//   event feed          reads the log for open streams
//   lease feed          tells open boards which leases heartbeats have extended
//   lease sweeper       ends expired leases, puts scheduled tasks into the queue, finds stale tasks, releases the tasks
//                       of deactivated agents and of paused agents, projects and teams, unassigns the tasks of people
//                       who left
//   log counter         keeps the counts of tasks, claims and completions
//   queue probe         looks for tasks that waiting agents have not heard of
//   sign-in counters    deletes expired counters, logs how many attempts failed
//   idempotency keys    deletes expired keys
//   archiver            archives and restores tasks with their projects, and archives closed tasks after days
//   eraser              deletes the tasks of deleted projects, and erases what other tables have of deleted tasks and
//                       projects
//   event retention     removes events that are older than EVENT_RETENTION_DAYS
//   webhook secrets     encrypts the secrets of endpoints again while APP_SECRET is being replaced
//                       (`startReencryption`)
//   removals            erases the names and e-mails of erased accounts from events, deliveries and kept responses, and
//                       removes all rows of deleted teams that can no longer be restored
//   expiry warnings     writes the events about tokens and keys that expire soon
//
// In each API process, or in processes of their own (`startWebhookWorkers`)
//   delivery maker      makes deliveries of new events
//   recovery            makes deliveries of past events that did not arrive
//   sender              sends due deliveries and records the attempts
//   failing endpoints   disables endpoints whose attempts failed for five days
//   clean-up            deletes expired deliveries, and the rows of deleted endpoints

export { startReencryption } from './webhook-secrets.ts';
export { startWebhookWorkers } from './webhooks/start-webhook-workers.ts';

const tidyIntervalMs = 60_000;
const expiredKeysIntervalMs = 10 * 60_000;
const expiryWarningsIntervalMs = 60_000;

type Parts = {
  db: Database;
  systemContextOf: SystemContextOf;
  changeNotifier: ChangeNotifier;
  waitingAgents: WaitingAgents;
  taskWaits: Pick<TaskWaits, 'close'>;
  taskArrivals: TaskArrivals;
  /** Deletes expired counters. Never rejects. */
  signInLimits: { tidy(): Promise<void> };
  metrics: Metrics | undefined;
  /** EVENT_RETENTION_DAYS. */
  eventRetentionDays: number | undefined;
  /** The longest time between two rounds of the lease sweeper; undefined for its default. */
  leaseSweepIntervalMs: number | undefined;
  log: WorkerLog;
  /** How often to look for tasks that waiting agents have not heard of; once a second by default. */
  probeIntervalMs?: number | undefined;
};

/** Starts the workers of an API process. `stop` ends the event streams, and lets waiting requests respond. */
export function startAppWorkers(parts: Parts) {
  const { db, systemContextOf, changeNotifier, waitingAgents, taskArrivals, signInLimits, metrics, log } =
    parts;
  const stopping = new AbortController();
  const { signal } = stopping;
  const feed = new EventFeed({ db, changeNotifier, log });
  const leaseFeed = new LeaseFeed(changeNotifier);
  const leaseSweeper = new LeaseSweeper(changeNotifier, parts.leaseSweepIntervalMs);
  const archiveWakeUp = new SharedWakeUp(changeNotifier, 'crewboard_archive');
  const eraseWakeUp = new SharedWakeUp(changeNotifier, 'crewboard_erase');
  const stopListening = taskArrivals.listen();
  const taskParts = { db, systemContextOf, changeNotifier, taskArrivals, log, signal };
  const delayedLoop = { hasDelayedStart: true, log, signal };
  const loops = [
    leaseSweeper.run({ ...taskParts, metrics }),
    countLog({ db, changeNotifier, log, signal }),
    probeQueues({ db, changeNotifier, waitingAgents, log, intervalMs: parts.probeIntervalMs, signal }),
    runPollLoop({
      ...delayedLoop,
      task: 'delete expired sign-in counters',
      async run() {
        await signInLimits.tidy();
        return {};
      },
      pollIntervalMs: tidyIntervalMs,
    }),
    runPollLoop({
      ...delayedLoop,
      task: 'delete expired idempotency keys',
      run: () => deleteExpiredKeys(db),
      pollIntervalMs: expiredKeysIntervalMs,
    }),
    runPollLoop({
      ...delayedLoop,
      task: 'warn of tokens and keys that expire',
      async run() {
        const { count, hasMore } = await warnOfExpiry(db.pool);
        if (count > 0) changeNotifier.notify();
        return { hasMore };
      },
      pollIntervalMs: expiryWarningsIntervalMs,
    }),
    removeOldEvents({ db, metrics, log, days: parts.eventRetentionDays, signal }),
    runRemovals({ db, log, signal }),
    archiveTasks({ ...taskParts, wakeUp: archiveWakeUp }),
    eraseDeletedContent({ ...taskParts, wakeUp: eraseWakeUp }),
  ];
  return {
    feed,
    leaseFeed,
    leaseSweeper,
    archiver: { wake: () => archiveWakeUp.wakeAll() },
    eraser: { wake: () => eraseWakeUp.wakeAll() },
    async stop() {
      stopping.abort();
      stopListening();
      waitingAgents.close();
      parts.taskWaits.close();
      leaseFeed.close();
      await Promise.all([feed.close(), ...loops]);
    },
  };
}

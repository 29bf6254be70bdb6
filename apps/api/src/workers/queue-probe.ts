import type { ChangeNotifier, Database } from '@crewboard/db';
import { countClaimable } from '../features/tasks/queue/count-claimable.ts';
import { arrivalsChannel, readArrivals } from '../features/tasks/queue/task-arrivals.ts';
import type { WaitingAgents } from '../features/tasks/queue/waiting-agents.ts';
import { runPollLoop, type WorkerLog } from './poll-loop.ts';
import { WakeUp } from './wake-up.ts';

const defaultIntervalMs = 1_000;
/** The minimum time between two queries, so that many tasks that arrive together cost one query. */
const minDelayMs = 200;

type Parts = {
  db: Database;
  changeNotifier: ChangeNotifier;
  waitingAgents: WaitingAgents;
  log: WorkerLog;
  signal: AbortSignal;
  intervalMs: number | undefined;
};

/**
 * Looks once a second for tasks whose notification was lost, so that waiting agents get them: one query for all agents,
 * and none while no agent waits. It also looks when a woken agent has found no task, and when so many tasks arrived at
 * once that their notification does not name them.
 */
export async function probeQueues(parts: Parts): Promise<void> {
  const { db, changeNotifier, waitingAgents, log, signal, intervalMs = defaultIntervalMs } = parts;
  const wakeUp = new WakeUp();
  const unsubscribe = changeNotifier.subscribe(arrivalsChannel, (payload) => {
    if (!readArrivals(payload)) wakeUp.wake();
  });
  waitingAgents.onMiss = () => wakeUp.wake();
  await runPollLoop({
    task: 'look for tasks of waiting agents',
    async run() {
      const requested = waitingAgents.wanted();
      if (requested.length === 0) return {};
      for (const { count, agentId, ...queue } of await countClaimable(db.pool, requested)) {
        waitingAgents.offer({ queues: [queue], agentId }, count);
      }
      return { minDelayMs };
    },
    wakeUp,
    pollIntervalMs: intervalMs,
    signal,
    log,
  });
  unsubscribe();
}

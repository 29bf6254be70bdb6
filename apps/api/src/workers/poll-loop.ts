import { setTimeout as sleep } from 'node:timers/promises';
import { WakeUp } from './wake-up.ts';

/** While notifications are lost, every loop polls at least this often. */
const disconnectedIntervalMs = 500;
const minOpenWriterDelayMs = 10;
/** A rolled back transaction notifies nobody, so events that waited for its end are late by at most this. */
const maxOpenWriterDelayMs = 100;
const minRetryDelayMs = 100;
const startDelayMs = 10_000;

/** The result of a round. `{}`: nothing to do until a notification or the next poll. */
export type RoundResult = {
  /** Whether there is more to do: then the next round begins at once. */
  hasMore?: boolean;
  /** The minimum delay before the next round; ignored with `hasMore`. */
  minDelayMs?: number;
  /** When there will be something to do, if sooner than the poll interval. */
  nextRoundInMs?: number | undefined;
  /** Whether an open transaction may have written something: then the next rounds come after 10 ms, 20 ms, … 100 ms. */
  hasOpenWriters?: boolean;
};

export type WorkerLog = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>;

export type PollLoop = {
  /** The name of the work for the log, to follow "cannot": "send webhooks". */
  task: string;
  run: () => Promise<RoundResult>;
  /** Absent if no notification announces work. */
  wakeUp?: WakeUp;
  /** The longest time between two rounds. */
  pollIntervalMs: number;
  /** The longest delay after a failed round; the poll interval when absent. */
  maxRetryDelayMs?: number;
  /** For work that is not urgent: the first round comes 10 s after the start, when requests have opened connections. */
  hasDelayedStart?: boolean;
  /** Ends the loop after the round that is running. */
  signal: AbortSignal;
  log: WorkerLog;
  onError?: () => void;
};

/**
 * Runs a worker: repeats `run` until the signal aborts. The next round comes at once while there is more, after a
 * notification, and at least once per poll interval. A failed round is retried after 100 ms, 200 ms, … up to the
 * longest delay. Logs the first failure and the recovery.
 */
export async function runPollLoop(loop: PollLoop): Promise<void> {
  const { task, run, wakeUp = new WakeUp(), pollIntervalMs, hasDelayedStart, signal, log, onError } = loop;
  const { maxRetryDelayMs = pollIntervalMs } = loop;
  const wake = () => wakeUp.wake();
  signal.addEventListener('abort', wake);
  if (hasDelayedStart) await wakeUp.wait(Math.min(startDelayMs, pollIntervalMs));
  let delayMs = 0;
  let failures = 0;
  while (!signal.aborted) {
    try {
      const { hasMore, minDelayMs, nextRoundInMs, hasOpenWriters } = await run();
      if (failures > 0) log.info({}, `can ${task} again`);
      failures = 0;
      if (hasMore) continue;
      if (minDelayMs) await pause(minDelayMs, signal);
      const intervalMs = wakeUp.isDisconnected
        ? Math.min(disconnectedIntervalMs, pollIntervalMs)
        : pollIntervalMs;
      delayMs = hasOpenWriters
        ? Math.min(Math.max(2 * delayMs, minOpenWriterDelayMs), maxOpenWriterDelayMs, intervalMs)
        : Math.min(Math.max(nextRoundInMs ?? intervalMs, 0), intervalMs);
      if (await wakeUp.wait(delayMs)) delayMs = 0;
    } catch (error) {
      if (failures === 0) log.warn({ err: error }, `cannot ${task}; retrying`);
      onError?.();
      await pause(Math.min(minRetryDelayMs * 2 ** failures, maxRetryDelayMs), signal);
      failures += 1;
    }
  }
  signal.removeEventListener('abort', wake);
  wakeUp.close();
}

const pause = (ms: number, signal: AbortSignal) => sleep(ms, undefined, { signal }).catch(() => undefined);

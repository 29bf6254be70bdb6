import { setTimeout as sleep } from 'node:timers/promises';
import type { Hints } from '../../features/events/hints.ts';

const lookAgainAfter = 10;

/** What a round found: more of it at once; something that will come in a moment; nothing, until there is a hint. */
export type Found = 'more' | 'soon' | 'nothing';

export type WorkerLog = Record<'info' | 'warn' | 'error', (details: object, message: string) => void>;

type Rounds = {
  /** In words, for the log: "send webhooks". */
  what: string;
  work: () => Promise<Found>;
  onError?: () => void;
  hints: Hints;
  /** How often to look without a hint, and how long to rest after an error (ms). */
  lookEvery: number;
  stopping: AbortSignal;
  log: WorkerLog;
};

/** Works in rounds until it is stopped. An error is told once, and the same work tried again. */
export async function workInRounds({ what, work, onError, hints, lookEvery, stopping, log }: Rounds) {
  let delay = 0;
  let isFailing = false;
  while (!stopping.aborted) {
    try {
      const found = await work();
      if (isFailing) log.info({}, `can ${what} again`);
      isFailing = false;
      if (found === 'more') continue;
      delay = found === 'soon' ? Math.min(Math.max(2 * delay, lookAgainAfter), lookEvery) : lookEvery;
    } catch (error) {
      if (!isFailing) log.warn({ err: error }, `cannot ${what}; trying again`);
      isFailing = true;
      onError?.();
      await sleep(lookEvery, undefined, { signal: stopping }).catch(() => undefined);
    }
    if (await hints.wait(delay)) delay = 0;
  }
}

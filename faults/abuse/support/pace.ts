import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until this time, in milliseconds since 1970. */
export const sleepUntil = (time: number): Promise<void> => sleep(Math.max(0, time - Date.now()));

type Pace = {
  count: number;
  perSecond: number;
  /** Calls per tick; ticks are less frequent by the same factor. */
  burst?: number;
  /** The maximum of concurrent calls; further ones wait. */
  maxOpen?: number;
};

/** Starts `count` calls at a fixed rate, without waiting for the ones before; resolves when all have finished. */
export async function pace(
  { count, perSecond, burst = 1, maxOpen = 200 }: Pace,
  call: (index: number) => Promise<unknown>,
): Promise<void> {
  const open = new Set<Promise<unknown>>();
  const startedAt = performance.now();
  for (let index = 0; index < count; index += 1) {
    const wait = startedAt + (Math.floor(index / burst) * burst * 1_000) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    while (open.size >= maxOpen) await Promise.race(open);
    const calling = call(index).finally(() => open.delete(calling));
    open.add(calling);
  }
  await Promise.all(open);
}

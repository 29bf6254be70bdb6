import { setTimeout as sleep } from 'node:timers/promises';

const pollIntervalMs = 20;

/**
 * Polls until the condition is true; returns false on a timeout. An error counts as false: the database may be down.
 */
export async function becomesTrue(
  holds: () => boolean | Promise<boolean>,
  timeoutMs: number,
): Promise<boolean> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    if (
      await Promise.resolve()
        .then(holds)
        .catch(() => false)
    )
      return true;
    if (Date.now() > deadline) return false;
    await sleep(pollIntervalMs);
  }
}

/** Waits for a precondition of a fault. Throws when it is not true in time. */
export async function waitUntil(
  what: string,
  holds: () => boolean | Promise<boolean>,
  timeoutMs = 100_000,
): Promise<void> {
  if (!(await becomesTrue(holds, timeoutMs))) throw new Error(`not within ${timeoutMs / 1_000} s: ${what}`);
}

/** Runs the tasks, at most `atOnce` concurrently. */
export async function runConcurrently<T>(tasks: (() => Promise<T>)[], atOnce = 8): Promise<T[]> {
  const results: T[] = [];
  const waiting = tasks.entries();
  const work = async () => {
    for (const [index, task] of waiting) results[index] = await task();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

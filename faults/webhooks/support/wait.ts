import { setTimeout as sleep } from 'node:timers/promises';

const lookEvery = 20;

/** Whether this comes to hold within the time. An ask that fails counts as not yet: the database may be away. */
export async function happens(holds: () => boolean | Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    if (
      await Promise.resolve()
        .then(holds)
        .catch(() => false)
    )
      return true;
    if (Date.now() > deadline) return false;
    await sleep(lookEvery);
  }
}

/** Waits for what a fault needs before it can happen. */
export async function until(
  what: string,
  holds: () => boolean | Promise<boolean>,
  withinMs = 30_000,
): Promise<void> {
  if (!(await happens(holds, withinMs))) throw new Error(`not within ${withinMs / 1_000} s: ${what}`);
}

/** Runs the tasks, so many at once. */
export async function inTurns<T>(tasks: (() => Promise<T>)[], atOnce = 8): Promise<T[]> {
  const results: T[] = [];
  const waiting = tasks.entries();
  const work = async () => {
    for (const [index, task] of waiting) results[index] = await task();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return results;
}

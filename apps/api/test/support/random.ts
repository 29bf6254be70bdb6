import { onTestFailed } from 'vitest';

const runSeed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** mulberry32: numbers from 0 to below 1, the same for the same seed. */
function generatorOf(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Random numbers for the current test. A failure prints their seed; TEST_SEED=… repeats them. */
export function useRandom(seed = runSeed) {
  onTestFailed(() => console.error(`TEST_SEED=${seed}`));
  const next = generatorOf(seed);
  const below = (limit: number) => Math.floor(next() * limit);
  return { next, below, pick: <T>(list: readonly T[]): T => list[below(list.length)] as T };
}

import { onTestFailed } from 'vitest';
import { type Random, seededRandom } from './seeded-random.ts';

const runSeed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** The seed of the current test. A failure prints it; TEST_SEED=… repeats it. */
export function useSeed(seed = runSeed): number {
  onTestFailed(() => console.error(`TEST_SEED=${seed}`));
  return seed;
}

/** Random numbers for the current test. */
export const useRandom = (seed?: number): Random => seededRandom(useSeed(seed));

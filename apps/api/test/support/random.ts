import { onTestFailed } from 'vitest';
import { type Random, seededRandom } from './seeded-random.ts';

const runSeed = Number(process.env.TEST_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Random numbers for the current test. A failure prints their seed; TEST_SEED=… repeats them. */
export function useRandom(seed = runSeed): Random {
  onTestFailed(() => console.error(`TEST_SEED=${seed}`));
  return seededRandom(seed);
}

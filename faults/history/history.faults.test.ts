import { expect, it } from 'vitest';
import { useSeed } from '../../apps/api/test/support/random.ts';
import { summarize } from './run-histories.ts';
import { runHistory } from './run-history.ts';

// The short form of `pnpm faults history`: one fault of each kind.
it('keeps every promise while agents, the API and PostgreSQL are killed and agents stall', async () => {
  const { operations, faults, violations } = await runHistory({
    ...{ processes: 2, agentsPerProcess: 3, thinkMs: 200, lostShare: 0.05 },
    ...{ leaseDivisor: 10, stallMs: 3_500, pauseMs: 700, seconds: 4 },
    faults: ['stall', 'api', 'agents', 'database'],
    seed: useSeed(),
    interrupted: new AbortController().signal,
    report: () => undefined,
  });
  expect(violations, summarize(violations)).toEqual([]);
  expect(operations).toBeGreaterThan(0);
  expect(Math.min(...Object.values(faults)), JSON.stringify(faults)).toBeGreaterThan(0);
});

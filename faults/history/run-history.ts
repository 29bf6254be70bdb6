import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../apps/api/test/support/seeded-random.ts';
import { checkHistory } from './check-history.ts';
import type { Control } from './controls/control.ts';
import type { Call, FaultCounts, FaultKind, Violation } from './history.ts';
import { injectFaults } from './inject-faults.ts';
import { type Expiries, measureExpiries } from './measure-expiries.ts';
import { IndexedHistory } from './operations.ts';
import { World, type WorldSize } from './world/world.ts';

export type RunOptions = WorldSize & {
  seed: number;
  seconds: number;
  pauseMs: number;
  stallMs: number;
  /** In this order, again and again until the time is over, but each of them once at least. */
  faults: readonly FaultKind[];
  control?: Control;
  interrupted: AbortSignal;
  report: (text: string) => void;
};

export type RunResult = {
  operations: number;
  calls: number;
  lost: number;
  replays: number;
  /** Responses that reject a late holder. */
  stale: number;
  faults: FaultCounts;
  expiries: Expiries;
  violations: Violation[];
  /** The folder with the records of the clients, when they show violations. */
  records: string | undefined;
};

/** Runs agents beside faults, and checks what they saw against what the database has. */
export async function runHistory(options: RunOptions): Promise<RunResult> {
  const { seed, control } = options;
  const world = await World.start(options, seed, control);
  let keepRecords = false;
  try {
    const counts = await injectFaults(world, { ...options, random: seededRandom(seed) });
    const history = await world.finish();
    const violations = checkHistory(history);
    keepRecords = violations.length > 0 && !control;
    if (keepRecords) writeFileSync(join(world.folder, 'events.json'), JSON.stringify(history.events));
    const indexed = new IndexedHistory(history);
    const count = (holds: (call: Call) => boolean) => history.calls.filter(holds).length;
    return {
      operations: indexed.operations.size,
      calls: history.calls.length,
      lost: count(({ response }) => response === undefined),
      replays: count(({ response }) => response?.isReplay === true),
      stale: count(({ response }) => response?.code === 'STALE_CLAIM'),
      faults: counts,
      expiries: measureExpiries(indexed, world.outages),
      violations,
      records: keepRecords ? world.folder : undefined,
    };
  } finally {
    await world.close({ keepRecords });
  }
}

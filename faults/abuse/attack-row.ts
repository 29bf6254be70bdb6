import type { Attack } from './attack.ts';
import type { Counts } from './support/tally.ts';
import type { VictimFigures } from './support/victim-process.ts';

/** Times in ms. `failed`: how many responses were not 2xx, by status or error. */
export type Latency = { p50: number; p99: number; count: number; failed: number; failures: Counts };

/** The sizes in bytes; `after`: 30 s after the attack. */
export type AttackRow = {
  attack: Pick<Attack, 'name' | 'sends' | 'perSecond' | 'seconds'>;
  alone: Latency;
  during: Latency;
  heap: { before: number; after: number };
  rss: { before: number; peak: number; after: number };
  databaseGrowth: number;
  logGrowth: number;
  /** The result of the attacker. */
  counts: Counts;
  /** The violated conditions; empty when all hold. */
  broken: string[];
};

/** The maximum latency of the victim. */
const maxP99Ms = 250;
const maxHeapGrowth = 32 * 1024 * 1024;

export function latencyOf({ latencies, failures }: VictimFigures): Latency {
  const sorted = latencies.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.ceil(share * sorted.length) - 1] ?? Number.NaN;
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0);
  return { p50: at(0.5), p99: at(0.99), count: sorted.length, failed, failures };
}

/** The bounds of every attack, and those of this one. */
export function brokenBounds(row: Omit<AttackRow, 'broken'>, expected: Record<string, boolean>): string[] {
  const { alone, during, heap } = row;
  const bounds = {
    'every request of the victim succeeds': during.failed === 0 && during.count > 0,
    [`p99 of the victim at most ${maxP99Ms} ms or 3 × alone`]:
      during.p99 <= Math.max(maxP99Ms, 3 * alone.p99),
    'the heap is back to within 32 MB': heap.after - heap.before <= maxHeapGrowth,
    ...expected,
  };
  return Object.entries(bounds).flatMap(([bound, holds]) => (holds ? [] : [bound]));
}

import type { IndexedHistory } from './operations.ts';
import { leaseEndOf, leaseEnds } from './rules/leases.ts';
import type { Outages } from './world/outages.ts';

/** Leases that expired, and the milliseconds from their ends until the task was available again. */
export type Expiries = { all: number; measured: number; medianMs: number; p95Ms: number; maxMs: number };

/** Measures those that no outage delayed, and whose end is known. */
export function measureExpiries(indexed: IndexedHistory, outages: Outages): Expiries {
  const ends = leaseEnds(indexed);
  const delays: number[] = [];
  let all = 0;
  for (const { event, before } of indexed.changes()) {
    if (event.type !== 'task.lease_expired' || !before) continue;
    all += 1;
    const end = leaseEndOf(ends, before.snapshot);
    if (end !== undefined && !outages.touches(end, event.at)) delays.push(event.at - end);
  }
  const sorted = delays.sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { all, measured: sorted.length, medianMs: at(0.5), p95Ms: at(0.95), maxMs: at(1) };
}

import type { LoadResult } from './load.ts';

/**
 * A run, with the microseconds of processor time of the server and of PostgreSQL for each request, and the MiB of memory
 * of the server at its end; of two processes, of the larger one.
 */
export type RunResult = LoadResult & { cpu: number; databaseCpu: number; memory: number };

/** One operation beside one reference. Rates per second, times in milliseconds; each the median of the runs. */
export type Row = {
  tasks: number;
  what: string;
  reference: string;
  /** Our rate divided by that of the reference in the run beside it. */
  ratio: number;
  lowestRatio: number;
  highestRatio: number;
  rate: number;
  referenceRate: number;
  p50: number;
  referenceP50: number;
  p99: number;
  referenceP99: number;
  /** Microseconds of processor time per request. On a busy machine they vary less than rates. */
  cpu: number;
  referenceCpu: number;
  databaseCpu: number;
  referenceDatabaseCpu: number;
  /** MiB of memory after the run that left the most. */
  memory: number;
  referenceMemory: number;
};

function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

const rateOf = ({ count, seconds }: LoadResult) => count / seconds;

const maxMemory = (results: RunResult[]) => Math.max(...results.map(({ memory }) => memory));

type Measured = Pick<Row, 'tasks' | 'what' | 'reference'> & { ours: RunResult[]; theirs: RunResult[] };

export function summarize({ ours, theirs, ...row }: Measured): Row {
  const ratios = ours.map((each, run) => rateOf(each) / rateOf(theirs[run] as RunResult));
  const of = (results: RunResult[], read: (result: RunResult) => number) => median(results.map(read));
  return {
    ...row,
    ...{ ratio: median(ratios), lowestRatio: Math.min(...ratios), highestRatio: Math.max(...ratios) },
    ...{ rate: of(ours, rateOf), referenceRate: of(theirs, rateOf) },
    ...{ p50: of(ours, (each) => each.p50), referenceP50: of(theirs, (each) => each.p50) },
    ...{ p99: of(ours, (each) => each.p99), referenceP99: of(theirs, (each) => each.p99) },
    ...{ cpu: of(ours, (each) => each.cpu), referenceCpu: of(theirs, (each) => each.cpu) },
    ...{ databaseCpu: of(ours, (each) => each.databaseCpu) },
    ...{ referenceDatabaseCpu: of(theirs, (each) => each.databaseCpu) },
    ...{ memory: maxMemory(ours), referenceMemory: maxMemory(theirs) },
  };
}

const number = (value: number, digits: number) => (Number.isNaN(value) ? '' : value.toFixed(digits));

/** A table in Markdown. */
export function formatTable(rows: Row[]): string {
  const lines = rows.map((row) =>
    [
      ...[row.tasks, row.what, row.reference, number(row.ratio, 2)],
      `${number(row.lowestRatio, 2)}–${number(row.highestRatio, 2)}`,
      ...[number(row.rate, 0), number(row.referenceRate, 0)],
      ...[number(row.p50, 1), number(row.referenceP50, 1), number(row.p99, 1), number(row.referenceP99, 1)],
      `${number(row.cpu, 0)} + ${number(row.databaseCpu, 0)}`,
      `${number(row.referenceCpu, 0)} + ${number(row.referenceDatabaseCpu, 0)}`,
      ...[number(row.memory, 0), number(row.referenceMemory, 0)],
    ].join(' | '),
  );
  return [
    '| tasks | operation, connections | reference | ratio | of runs | /s | reference | p50 ms | reference | p99 ms | reference | CPU µs, + PostgreSQL | reference | MiB | reference |',
    `|${'---|'.repeat(15)}`,
    ...lines.map((line) => `| ${line} |`),
  ].join('\n');
}

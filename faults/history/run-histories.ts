import { renderTable } from '../print-table.ts';
import { type Row, rowOf } from '../row.ts';
import { formatElapsed } from '../webhooks/support/numbers.ts';
import { ruleNames } from './check-history.ts';
import type { Control } from './controls/control.ts';
import { controls } from './controls/index.ts';
import type { FaultKind, Violation } from './history.ts';
import { type RunOptions, type RunResult, runHistory } from './run-history.ts';

type Options = {
  minutes: number;
  /** Repeats the random choices of agents and faults; not their times. */
  seed: number;
  /** Only this control; with `none`, only the service itself; otherwise, the service and all controls. */
  control: string | undefined;
  interrupted: AbortSignal;
};

const minReportIntervalMs = 10_000;
/** How soon a task is to be available again after the end of its lease. */
const maxExpiryMs = 1_500;
const maxDetails = 5;

const size = { processes: 5, agentsPerProcess: 5, thinkMs: 150, lostShare: 0.04 };
/** The shortest lease of 30 s lasts 6 s: longer than the interval of the sweeper, as in production. */
const times = { leaseDivisor: 5, stallMs: 8_000, pauseMs: 1_200 };

/** The kinds of 20 faults in a row, again and again: agents crash most often. */
const faults: readonly FaultKind[] = [
  ...['agents', 'api', 'agents', 'stall', 'agents', 'database', 'agents', 'api', 'agents', 'agents'],
  ...['stall', 'agents', 'api', 'agents', 'agents', 'database', 'api', 'agents', 'stall', 'agents'],
] as FaultKind[];

/** Runs the service under faults, and each control; prints what was seen; returns whether all was as expected. */
export async function runHistories({ minutes, seed, control, interrupted }: Options): Promise<boolean> {
  const chosen = controls.filter(({ name }) => control === undefined || name === control);
  if (control !== undefined && control !== 'none' && chosen.length === 0) {
    throw new Error(
      `There is no control "${control}", but: ${controls.map(({ name }) => name).join(', ')}, none`,
    );
  }
  const startedAt = Date.now();
  const run = (what: string, options: Pick<RunOptions, 'seconds' | 'faults'> & { control?: Control }) => {
    let reportedAt = 0;
    const report = (text: string) => {
      if (Date.now() - reportedAt < minReportIntervalMs) return;
      reportedAt = Date.now();
      console.log(`${formatElapsed(startedAt)} ${what}: ${text}`);
    };
    return runHistory({ ...size, ...times, ...options, seed, interrupted, report });
  };
  const rows: Row[] = [];
  if (control === undefined || control === 'none') {
    rows.push(...rowsOfService(await run('the service', { seconds: minutes * 60, faults })));
  }
  for (const each of chosen) {
    const result = await run(each.name, { seconds: each.seconds, faults: each.faults, control: each });
    rows.push(rowOfControl(each, result));
  }
  console.log(`\n${renderTable(rows)}`);
  const failed = rows.filter(({ ok }) => !ok).length;
  console.log(`${rows.length - failed} of ${rows.length} as expected, in ${formatElapsed(startedAt)}`);
  return failed === 0;
}

function rowsOfService(result: RunResult): Row[] {
  const { faults, expiries, violations, records } = result;
  const crashes = faults.agents + faults.api + faults.database;
  if (records) console.log(`The records of the clients and the log are in ${records}`);
  return [
    rowOf(
      'operations',
      'some repeated, and some rejected as stale',
      `${result.operations} operations in ${result.calls} requests; ${result.lost} without a response, ` +
        `${result.replays} responses replayed, ${result.stale} rejected as stale`,
      { 'a response was replayed': result.replays > 0 },
    ),
    rowOf(
      'crashes and stalls',
      'of every kind',
      `${crashes} crashes: ${faults.agents} of agents, ${faults.api} of the API, ${faults.database} of PostgreSQL; ` +
        `${faults.stall} times agents stalled for longer than a lease`,
      { 'every kind': Math.min(...Object.values(faults)) > 0 },
    ),
    rowOf(
      'expired leases',
      `available again within ${maxExpiryMs} ms (p95) outside of outages`,
      `${expiries.all} expired, ${expiries.measured} of them outside of outages: median ${Math.round(expiries.medianMs)} ms, ` +
        `p95 ${Math.round(expiries.p95Ms)} ms, maximum ${Math.round(expiries.maxMs)} ms`,
      // Not `<=`: without a measured lease p95 is NaN, which is no failure.
      { 'p95 in time': !(expiries.p95Ms > maxExpiryMs) },
    ),
    ...ruleNames.map((rule) => {
      const broken = violations.filter((violation) => violation.rule === rule);
      return rowOf(rule, '0 violations', summarize(broken), { 'no violation': broken.length === 0 });
    }),
  ];
}

function rowOfControl({ name, rule }: Control, { violations, operations }: RunResult): Row {
  const noticed = violations.filter((violation) => violation.rule === rule);
  return rowOf(`control: ${name}`, `noticed: ${rule}`, `${operations} operations, ${summarize(noticed, 1)}`, {
    'it was noticed': noticed.length > 0,
  });
}

/** The number of violations, and the first of them. */
export function summarize(violations: Violation[], count = maxDetails): string {
  const first = violations.slice(0, count).map(({ detail }) => detail);
  return [`${violations.length} violations`, ...first].join('; ');
}

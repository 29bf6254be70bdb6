import {
  type Inspection,
  measureClock,
  type RowAge,
  readConnectionUse,
  readVacuum,
} from '@crewboard/db/inspect';
import { measureLogLag } from '../../features/events/measure-log-lag.ts';
import { describeAge, failure, listNames, ok, problemsOr, type Result, warning } from './finding.ts';

const maxDifferenceMs = 1_000;
/**
 * A larger difference breaks sign-ins: tokens of the web server are valid for a minute, by the clocks of two machines.
 */
const brokenDifferenceMs = 30_000;

/** Checks that the clocks of this machine and of the database agree. */
export async function checkClock(inspection: Inspection): Promise<Result> {
  const { aheadMs, uncertaintyMs } = await inspection.read(measureClock);
  const difference = Math.abs(aheadMs);
  const precision = `within ${Math.max(1, Math.ceil(uncertaintyMs))} ms`;
  // Without the part of the difference that may be due to a slow network.
  const certain = difference - uncertaintyMs;
  if (certain <= maxDifferenceMs) {
    return ok(`The database and this machine differ by ${Math.round(difference)} ms (measured ${precision})`);
  }
  const direction = aheadMs > 0 ? 'behind' : 'ahead of';
  const message = `The clock of this machine is ${(difference / 1000).toFixed(1)} s ${direction} that of the database.`;
  const remedy = 'Keep the clocks of both machines right with NTP (chrony, systemd-timesyncd).';
  return certain > brokenDifferenceMs ? failure(message, remedy) : warning(message, remedy);
}

/** Checks that PostgreSQL has connections left. */
export async function checkConnections(inspection: Inspection): Promise<Result> {
  const { used, max, usedByRole, maxOfRole } = await inspection.read(readConnectionUse);
  const parts = [
    { used, max, name: 'max_connections without its reserve' },
    ...(maxOfRole === null ? [] : [{ used: usedByRole, max: maxOfRole, name: 'the limit of the role' }]),
  ];
  const [tightest = { used, max, name: '' }] = parts.sort((a, b) => b.used / b.max - a.used / a.max);
  const message = `${tightest.used} of ${tightest.max} are used (${tightest.name})`;
  const remedy =
    'Raise the limit, set a smaller DATABASE_POOL_SIZE, run fewer processes, or use a pooler in session mode (docs/operations.md, "Through a pooler").';
  if (tightest.used >= tightest.max * 0.95) return failure(`${message}.`, remedy);
  return tightest.used >= tightest.max * 0.8 ? warning(`${message}.`, remedy) : ok(message);
}

/** So far beyond the age at which autovacuum begins to freeze rows, it does not keep up. */
const freezeDelayFactor = 1.2;
/** A greater age is an error: PostgreSQL stops taking writes at 2,000 million. */
const maxRowAge = 1_500_000_000;
const maxLagSeconds = 30;

/** Checks that autovacuum keeps up, and that no old transaction holds it back. */
export async function checkVacuum(inspection: Inspection): Promise<Result[]> {
  const { isOn, rowAges, tablesBehind } = await inspection.read(readVacuum);
  const names = tablesBehind.map(({ name, deadRows }) => `${name} (${deadRows} dead rows)`);
  return problemsOr(ok('Autovacuum keeps up'), [
    !isOn &&
      failure(
        'Autovacuum is off: tables grow without end, and PostgreSQL stops taking writes at last.',
        'alter system set autovacuum = on; alter system set track_counts = on; select pg_reload_conf();',
      ),
    ...rowAges
      .filter(({ age, maxFreezeAge }) => age > Math.min(freezeDelayFactor * maxFreezeAge, maxRowAge))
      .map(describeOldRows),
    tablesBehind.length > 0 &&
      warning(
        `Autovacuum falls behind on ${listNames(names)}.`,
        'Look for transactions that stay open, raise autovacuum_vacuum_cost_limit, and run vacuum on these tables as the owner.',
      ),
  ]);
}

function describeOldRows({ unit, age }: RowAge): Result {
  const count = age < 1e6 ? `${Math.round(age / 1e3)} thousand` : `${Math.round(age / 1e6)} million`;
  const message = `The oldest rows are ${count} ${unit} old; PostgreSQL stops taking writes at 2,000 million.`;
  const remedy =
    'End old transactions, prepared transactions and replication slots that hold vacuum back, then run vacuum freeze as the owner.';
  return age > maxRowAge ? failure(message, remedy) : warning(message, remedy);
}

/** Checks that streams and webhooks follow the event log without a delay. */
export async function checkLog(inspection: Inspection): Promise<Result> {
  const { unsettledLagSeconds, webhookLagSeconds } = await inspection.read(measureLogLag);
  if (unsettledLagSeconds > maxLagSeconds) {
    return failure(
      `A transaction of this PostgreSQL server has been open for ${describeAge(unsettledLagSeconds * 1000)}, and keeps new events from boards, streams and webhooks.`,
      "Find it as an administrator: select pid, usename, datname, query from pg_stat_activity where state <> 'idle' order by xact_start limit 5; then select pg_terminate_backend(PID);",
    );
  }
  if (webhookLagSeconds > maxLagSeconds) {
    return failure(
      `No process has read the log for webhooks for ${describeAge(webhookLagSeconds * 1000)}: none is sent, and EVENT_RETENTION_DAYS removes nothing newer.`,
      'Start an API process, or a worker where WEBHOOK_DELIVERY=worker, and look at its log.',
    );
  }
  const seconds = Math.round(Math.max(unsettledLagSeconds, webhookLagSeconds));
  return ok(`The log of changes is read ${seconds === 0 ? 'at once' : `within ${seconds} s`}`);
}

import type { Fault } from './fault.ts';
import { renderTable } from './print-table.ts';
import type { Row } from './row.ts';
import { formatElapsed } from './webhooks/support/numbers.ts';
import { startPostgres } from './webhooks/support/postgres.ts';
import type { FaultContext } from './webhooks/support/world.ts';

const minReportIntervalMs = 3_000;

/** Runs the faults one after another on a PostgreSQL of their own; returns whether all was as expected. */
export async function runSuite(faults: Fault[], seed: number): Promise<boolean> {
  const postgres = await startPostgres();
  const rows: Row[] = [];
  const startedAt = Date.now();
  try {
    for (const fault of faults) {
      console.log(`${formatElapsed(startedAt)} ${fault.name}`);
      const server = { ownerUrl: postgres.ownerUrl, applicationUrl: postgres.url };
      rows.push(...(await rowsOf(fault, { ...server, seed }, startedAt)));
    }
  } finally {
    await postgres.remove();
  }
  const failed = rows.filter(({ ok }) => !ok).length;
  console.log(`\n${renderTable(rows)}`);
  console.log(`${rows.length - failed} of ${rows.length} as expected, in ${formatElapsed(startedAt)}`);
  return failed === 0;
}

async function rowsOf(
  fault: Fault,
  context: Omit<FaultContext, 'report'>,
  startedAt: number,
): Promise<Row[]> {
  let reportedAt = 0;
  const report = (text: string) => {
    if (Date.now() - reportedAt < minReportIntervalMs) return;
    reportedAt = Date.now();
    console.log(`${formatElapsed(startedAt)}   ${text}`);
  };
  try {
    return await fault.full({ ...context, report });
  } catch (error) {
    const seen = `It could not run: ${(error as Error).stack}`;
    return [{ fault: fault.name, expected: '', seen, ok: false }];
  }
}

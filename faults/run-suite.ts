import type { Fault } from './fault.ts';
import { renderTable } from './print-table.ts';
import type { Row } from './row.ts';
import { startPostgres } from './webhooks/support/postgres.ts';
import type { FaultContext } from './webhooks/support/world.ts';

const minReportIntervalMs = 3_000;

/** Runs the faults one after another on a PostgreSQL of their own; returns whether all was as expected. */
export async function runSuite(faults: Fault[], seed: number): Promise<boolean> {
  const postgres = await startPostgres();
  const rows: Row[] = [];
  const began = Date.now();
  try {
    for (const fault of faults) {
      console.log(`${clock(began)} ${fault.name}`);
      const server = { ownerUrl: postgres.ownerUrl, applicationUrl: postgres.url };
      rows.push(...(await rowsOf(fault, { ...server, seed }, began)));
    }
  } finally {
    await postgres.remove();
  }
  const failed = rows.filter(({ ok }) => !ok).length;
  console.log(`\n${renderTable(rows)}`);
  console.log(`${rows.length - failed} of ${rows.length} as expected, in ${clock(began)}`);
  return failed === 0;
}

async function rowsOf(fault: Fault, context: Omit<FaultContext, 'report'>, began: number): Promise<Row[]> {
  let reportedAt = 0;
  const report = (text: string) => {
    if (Date.now() - reportedAt < minReportIntervalMs) return;
    reportedAt = Date.now();
    console.log(`${clock(began)}   ${text}`);
  };
  try {
    return await fault.full({ ...context, report });
  } catch (error) {
    const seen = `It could not run: ${(error as Error).stack}`;
    return [{ fault: fault.name, expected: '', seen, ok: false }];
  }
}

function clock(began: number): string {
  const seconds = Math.round((Date.now() - began) / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

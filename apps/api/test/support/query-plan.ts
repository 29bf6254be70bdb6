import type { Queryable } from '@crewboard/db';

/** The fields of one step of `explain (analyze, timing off, format json)` that tests read. */
export type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  /** Of the step with those below it, with `buffers` alone. */
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
};

/** The number of rows that the plan read from a table, including those removed by filters. */
export function rowsRead(plan: Plan, table: string): number {
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const own = plan['Relation Name'] === table ? (plan['Actual Rows'] + removed) * plan['Actual Loops'] : 0;
  return own + (plan.Plans ?? []).reduce((sum, child) => sum + rowsRead(child, table), 0);
}

/** The indexes of a table through which the plan read rows; what never ran is left out. */
export function indexesUsed(plan: Plan, table: string): string[] {
  const isScan = plan['Relation Name'] === table && plan['Node Type'] !== 'ModifyTable';
  const isRead = isScan && plan['Actual Loops'] > 0;
  const ownIndexes = plan['Node Type'] === 'Bitmap Heap Scan' ? bitmapIndexes(plan) : [plan['Index Name']];
  const own = isRead ? ownIndexes.map((index) => index ?? 'none: a scan of the table') : [];
  return [...new Set([...own, ...(plan.Plans ?? []).flatMap((child) => indexesUsed(child, table))])];
}

/** The indexes below a bitmap scan, whose steps name no table. */
function bitmapIndexes(plan: Plan): (string | undefined)[] {
  return (plan.Plans ?? []).flatMap((child) =>
    child['Node Type'] === 'Bitmap Index Scan' ? [child['Index Name']] : bitmapIndexes(child),
  );
}

type Query = { text: string; values: unknown[] };

/** Runs a statement, and returns its plan. */
export async function explain(db: Queryable, { text, values }: Query): Promise<Plan> {
  const { rows } = await db.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (analyze, timing off, format json) ${text}`,
    values,
  );
  return (rows[0] as (typeof rows)[0])['QUERY PLAN'][0].Plan;
}

/** Runs a statement as a prepared one, and returns its plan, to which `plan_cache_mode` of the connection applies. */
export async function explainPrepared(db: Queryable, { text, values }: Query): Promise<Plan> {
  await db.query(`prepare statement as ${text}`);
  const parameters = values.map((value) => (typeof value === 'number' ? value : `'${value}'`)).join(', ');
  const execution = `execute statement${parameters && `(${parameters})`}`;
  const plan = await explain(db, { text: execution, values: [] });
  await db.query('deallocate statement');
  return plan;
}

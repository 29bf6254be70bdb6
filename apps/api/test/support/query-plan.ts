/** The fields of one step of `explain (analyze, format json)` that tests read. */
export type Plan = {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
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

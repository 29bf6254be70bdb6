/** What `explain (analyze, format json)` tells of one step, as far as it matters here. */
export type Plan = {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
};

/** How many rows of a table the plan read, those it threw away included. */
export function rowsRead(plan: Plan, table: string): number {
  const removed = (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0);
  const own = plan['Relation Name'] === table ? (plan['Actual Rows'] + removed) * plan['Actual Loops'] : 0;
  return own + (plan.Plans ?? []).reduce((sum, child) => sum + rowsRead(child, table), 0);
}

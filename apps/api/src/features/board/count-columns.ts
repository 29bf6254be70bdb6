import { type BoardCounts, type BoardFilter, maxSearchCount, type TaskStatus } from '@crewboard/contracts';
import type { VerbContext } from '../verb-context.ts';
import { filterSql, filterValues } from './board-filter.ts';

type Call = { ctx: VerbContext; input: BoardFilter };

const countAll = (filter: BoardFilter) => `
  select status, count(*)::int as count from tasks where ${filterSql(filter)} group by status`;

/** Half of all tasks may match a search: only so many of each column are looked for. */
const countFound = (filter: BoardFilter) => `
  select status, (
    select count(*)::int from (
      select from tasks where tasks.status = each.status and ${filterSql(filter)} limit ${maxSearchCount + 1}
    ) as found
  ) as count from unnest(enum_range(null::task_status)) as each(status)`;

/** How many tasks each column holds under the filter; under a search at most `maxSearchCount` + 1. */
export async function countColumns({ ctx, input }: Call): Promise<BoardCounts> {
  const counting = input.search ? countFound(input) : countAll(input);
  const { rows } = await ctx.db.reads.query<{ status: TaskStatus | null; count: number; snapshot: string }>(
    `select counted.*, now.snapshot from (select pg_current_snapshot()::text as snapshot) as now
     left join (${counting}) as counted on true`,
    filterValues(ctx.actor.teamId, input),
  );
  const snapshot = rows[0]?.snapshot ?? '';
  const counts: BoardCounts = { snapshot, todo: 0, in_progress: 0, done: 0, cancelled: 0 };
  for (const { status, count } of rows) if (status) counts[status] = count;
  return counts;
}

import type { BoardCounts, BoardFilter, TaskStatus } from '@crewboard/contracts';
import type { VerbContext } from '../../trpc/context.ts';
import { filterSql, filterValues } from './board-filter.ts';

type Call = { ctx: VerbContext; input: BoardFilter };

/** How many tasks each column holds under the filter. */
export async function countColumns({ ctx, input }: Call): Promise<BoardCounts> {
  const { rows } = await ctx.db.pool.query<{ status: TaskStatus | null; count: number; snapshot: string }>(
    `select counted.*, now.snapshot from (select pg_current_snapshot()::text as snapshot) as now
     left join (select status, count(*)::int as count from tasks where ${filterSql(input)} group by status)
       as counted on true`,
    filterValues(ctx.actor.teamId, input),
  );
  const snapshot = rows[0]?.snapshot ?? '';
  const counts: BoardCounts = { snapshot, todo: 0, in_progress: 0, done: 0, cancelled: 0 };
  for (const { status, count } of rows) if (status) counts[status] = count;
  return counts;
}

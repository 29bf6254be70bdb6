import { type BoardCounts, type BoardFilter, maxSearchCount, type TaskStatus } from '@crewboard/contracts';
import { queryMany, type Sql, sql } from '@crewboard/db';
import type { VerbContext } from '../verb-context.ts';
import { filterSql } from './board-filter.ts';

type Call = { ctx: VerbContext; input: BoardFilter };
type Row = { status: TaskStatus | null; count: number; snapshot: string };

const countAll = (filter: Sql) => sql`
  select status, count(*)::int as count from tasks where ${filter} group by status`;

/** Half of all tasks may match a search: stop counting a column at this many. */
const countFound = (filter: Sql) => sql`
  select status, (
    select count(*)::int from (
      select from tasks where tasks.status = each.status and ${filter} limit ${maxSearchCount + 1}
    ) as found
  ) as count from unnest(enum_range(null::task_status)) as each(status)`;

/** How many tasks each column holds under the filter; under a search at most `maxSearchCount` + 1. */
export async function countColumns({ ctx, input }: Call): Promise<BoardCounts> {
  const filter = filterSql(ctx.actor.teamId, input);
  const rows = await queryMany<Row>(
    ctx.db.reads,
    sql`
    select counted.*, now.snapshot from (select pg_current_snapshot()::text as snapshot) as now
    left join (${input.search ? countFound(filter) : countAll(filter)}) as counted on true`,
  );
  const snapshot = rows[0]?.snapshot ?? '';
  const counts: BoardCounts = { snapshot, todo: 0, in_progress: 0, done: 0, cancelled: 0 };
  for (const { status, count } of rows) if (status) counts[status] = count;
  return counts;
}

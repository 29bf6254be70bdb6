import {
  type BoardCounts,
  type BoardFilter,
  maxSearchCount,
  type TaskPriority,
  type TaskStatus,
} from '@crewboard/contracts';
import { defineStatement, queryMany, raw, type Sql, sql } from '@crewboard/db';
import { taskCounts, uncountedTasks } from '../events/uncounted.ts';
import type { VerbContext } from '../verb-context.ts';
import { filterSql, isMatched, matchesOf } from './board-filter.ts';

type Call = { ctx: VerbContext; input: BoardFilter };
type Row = { status: TaskStatus | null; count: number; snapshot: string; isPartial: boolean };
type Params = {
  teamId: string;
  projectId: string | null;
  agentId: string | null;
  priority: TaskPriority | null;
};

/** One row at least, so that an empty board has a snapshot too. */
const withSnapshot = (counted: Sql, isPartial: Sql) => sql`
  select counted.*, now.* from (select pg_current_snapshot()::text as snapshot, ${isPartial} as "isPartial") as now
  left join (${counted}) as counted on true`;

export const countStatement = defineStatement<Params, Row>(({ teamId, projectId, agentId, priority }) => {
  const counts = taskCounts({ teamId, projectId: sql`${projectId}::text`, agentId: sql`${agentId}::text` });
  const counted = sql`
    select status, sum(count)::int as count from ${counts} as each
    where ${priority}::text is null or priority = ${priority} group by status`;
  return sql`with ${uncountedTasks(teamId)} ${withSnapshot(counted, raw('false'))}`;
});

/** Half of all tasks may match a search: look at no more than `maxSearchCount`. */
export function countFound(teamId: string, input: BoardFilter & { search: string }): Sql {
  const counted = sql`
    select status, count(*)::int as count from (select * from matched limit ${maxSearchCount}) as matched,
      lateral (select status from tasks where ${filterSql(teamId, input)} and ${isMatched(input.search)}) as task group by status`;
  const isPartial = sql`(select count(*) > ${maxSearchCount} from matched)`;
  return sql`
    with matched as materialized (${matchesOf(teamId, input.search, maxSearchCount + 1)})
    ${withSnapshot(counted, isPartial)}`;
}

/**
 * How many tasks each column holds under the filter. A search counts at most `maxSearchCount` matching tasks of the
 * team; when there are more, the counts are lower bounds.
 */
export async function countColumns({ ctx, input }: Call): Promise<BoardCounts> {
  const { teamId } = ctx.actor;
  const { projectId = null, agentId = null, priority = null, search } = input;
  const db = ctx.db.reads;
  const rows = search
    ? await queryMany<Row>(db, countFound(teamId, { ...input, search }))
    : await queryMany(db, countStatement, { teamId, projectId, agentId, priority });
  const [{ snapshot = '', isPartial = false } = {}] = rows;
  const counts: BoardCounts = { snapshot, isPartial, todo: 0, in_progress: 0, done: 0, cancelled: 0 };
  for (const { status, count } of rows) if (status) counts[status] = count;
  return counts;
}

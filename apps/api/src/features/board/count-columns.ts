import {
  type BoardCounts,
  type BoardFilter,
  maxSearchCount,
  type TaskPriority,
  type TaskStatus,
} from '@crewboard/contracts';
import { defineStatement, queryMany, type Sql, sql } from '@crewboard/db';
import { taskCounts, uncountedTasks } from '../events/uncounted.ts';
import type { VerbContext } from '../verb-context.ts';
import { filterSql } from './board-filter.ts';

type Call = { ctx: VerbContext; input: BoardFilter };
type Row = { status: TaskStatus | null; count: number; snapshot: string };
type Params = {
  teamId: string;
  projectId: string | null;
  agentId: string | null;
  priority: TaskPriority | null;
};

const withSnapshot = (counted: Sql) => sql`
  select counted.*, now.snapshot from (select pg_current_snapshot()::text as snapshot) as now
  left join (${counted}) as counted on true`;

export const countStatement = defineStatement<Params, Row>(({ teamId, projectId, agentId, priority }) => {
  const counts = taskCounts({ teamId, projectId: sql`${projectId}::text`, agentId: sql`${agentId}::text` });
  return sql`
  with ${uncountedTasks(teamId)}
  ${withSnapshot(sql`
    select status, sum(count)::int as count from ${counts} as each
    where ${priority}::text is null or priority = ${priority} group by status`)}`;
});

/** Half of all tasks may match a search: stop counting a column at this many. */
const countFound = (filter: Sql) => sql`
  select status, (
    select count(*)::int from (
      select from tasks where tasks.status = each.status and ${filter} limit ${maxSearchCount + 1}
    ) as found
  ) as count from unnest(enum_range(null::task_status)) as each(status)`;

/** How many tasks each column holds under the filter; under a search at most `maxSearchCount` + 1. */
export async function countColumns({ ctx, input }: Call): Promise<BoardCounts> {
  const { teamId } = ctx.actor;
  const { projectId = null, agentId = null, priority = null, search } = input;
  const db = ctx.db.reads;
  const rows = search
    ? await queryMany<Row>(db, withSnapshot(countFound(filterSql(teamId, input))))
    : await queryMany(db, countStatement, { teamId, projectId, agentId, priority });
  const snapshot = rows[0]?.snapshot ?? '';
  const counts: BoardCounts = { snapshot, todo: 0, in_progress: 0, done: 0, cancelled: 0 };
  for (const { status, count } of rows) if (status) counts[status] = count;
  return counts;
}

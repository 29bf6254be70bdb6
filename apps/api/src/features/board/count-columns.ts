import { type BoardCounts, type BoardFilter, type TaskStatus, taskStatuses } from '@crewboard/contracts';
import { defineStatement, join, queryMany, raw, type Sql, sql } from '@crewboard/db';
import { boundedCount, matchesAmong, maxCounted, maxLookedAt } from '../bounded-count.ts';
import { taskCounts, uncountedTasks } from '../events/uncounted.ts';
import type { VerbContext } from '../verb-context.ts';
import {
  filterSql,
  isTrueMatch,
  ownerSql,
  propertiesSql,
  searchCandidates,
  taskOfCandidate,
} from './board-filter.ts';

type Call = { ctx: VerbContext; input: BoardFilter };
type Row = { status: TaskStatus | null; count: number; isExact: boolean; snapshot: string };
type Params = { teamId: string; projectId: string | null };

/**
 * Counts the tasks of each column under the filter. Stored counts and bounded counts are in the glossary of
 * ARCHITECTURE.md.
 */
export async function countColumns({ ctx, input }: Call): Promise<BoardCounts> {
  const rows = await readCounts(ctx, input);
  const none = { count: 0, isExact: true };
  const counts = { todo: none, in_progress: none, done: none, cancelled: none };
  for (const { status, count, isExact } of rows) if (status) counts[status] = { count, isExact };
  return { snapshot: rows[0]?.snapshot ?? '', ...counts };
}

function readCounts(ctx: VerbContext, filter: BoardFilter): Promise<Row[]> {
  const { teamId } = ctx.actor;
  const { projectId = null, agentId, memberId, priority, search } = filter;
  const db = ctx.db.reads;
  if (search) return queryMany<Row>(db, countFound(teamId, { ...filter, search }));
  if (agentId || memberId || priority) return queryMany<Row>(db, countMatches(teamId, filter));
  return queryMany(db, countColumnsStatement, { teamId, projectId });
}

/** Has at least one row, so that an empty board has a snapshot too. */
const withSnapshot = (counted: Sql) => sql`
  select counted.*, now.* from (select pg_current_snapshot()::text as snapshot) as now
  left join (${counted}) as counted on true`;

/** The stored counts of a team or project, with their uncounted events. */
export const countColumnsStatement = defineStatement<Params, Row>(({ teamId, projectId }) => {
  const counts = taskCounts({ teamId, projectId: sql`${projectId}::text` });
  const counted = sql`
    select status, sum(count)::int as count, true as "isExact" from ${counts} as each group by status`;
  return sql`with ${uncountedTasks(teamId)} ${withSnapshot(counted)}`;
});

/**
 * SQL: the bounded count of a column through one index: of the agent or person, or else of the project or team. The
 * other filters are conditions on each task.
 */
function countColumn(teamId: string, filter: BoardFilter, status: TaskStatus): Sql {
  const { projectId, agentId, memberId, priority } = filter;
  const hasAgent = agentId !== undefined && agentId !== 'nobody';
  const hasAssignee = hasAgent || memberId !== undefined;
  const indexed = hasAssignee ? propertiesSql(teamId, { agentId, memberId }) : [];
  // An index of agents has no team, and needs none: `propertiesSql` finds no agent of another team.
  const owner = hasAgent && !projectId ? [] : [ownerSql(teamId, filter)];
  const conditions = [raw(`status = '${status}' and archived_at is null`), ...owner, ...indexed];
  const time = raw(hasAssignee || status === 'todo' ? 'created_at' : 'status_changed_at');
  const tasks = sql`select * from tasks where ${join(conditions, ' and ')} order by ${time} desc, id desc`;
  const others = propertiesSql(teamId, hasAssignee ? { priority } : { agentId, priority });
  const isMatch = join([raw('true'), ...others], ' and ');
  return sql`select '${raw(status)}' as status, ${boundedCount} from (${matchesAmong(tasks, isMatch)}) as found`;
}

/** SQL: the counts under a filter without stored counts: bounded for each column, see `matchesAmong`. */
export function countMatches(teamId: string, filter: BoardFilter): Sql {
  const columns = taskStatuses.map((status) => countColumn(teamId, filter, status));
  return withSnapshot(join(columns, ' union all '));
}

/**
 * SQL: the counts of a search: bounded for all columns together, because the index of texts does not have the columns
 * apart.
 */
export function countFound(teamId: string, filter: BoardFilter & { search: string }): Sql {
  const candidates = searchCandidates(teamId, filter.search, maxLookedAt + 1);
  const counted = sql`
    select status, count(place)::int as count, (select "isExact" from bounds) as "isExact"
    from unnest(enum_range(null::task_status)) as status
    left join (select * from found where place <= ${maxLookedAt} limit ${maxCounted}) as found using (status)
    group by status`;
  return sql`
    with candidates as materialized (${candidates}),
    found as materialized (
      select status, place from (select task_id, row_number() over () as place from candidates) as candidates
      left join ${taskOfCandidate} on true
      where archived_at is null and ${filterSql(teamId, filter)} and ${isTrueMatch(filter.search)} or place > ${maxLookedAt}
      limit ${maxCounted + 1}
    ),
    bounds as (select ${boundedCount} from found)
    ${withSnapshot(counted)}`;
}

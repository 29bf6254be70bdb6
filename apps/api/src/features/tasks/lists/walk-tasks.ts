import type { ListTasks } from '@crewboard/contracts';
import { empty, join, type Queryable, queryMany, raw, type Sql, sql } from '@crewboard/db';
import type { z } from 'zod';
import { cutPage } from '../../cut-page.ts';
import { creationOrder, invalidCursor, type Page, toPage } from '../../read-page.ts';
import type { VerbContext } from '../../verb-context.ts';
import { isPersonNext } from '../next/person-conditions.ts';

// Lists of tasks under filters that no index has: a page looks at a bounded number of tasks of another index, the
// newest first. So a page may be short, even empty, and still have a next page.

export type Caller = Pick<VerbContext['actor'], 'kind' | 'id' | 'teamId'>;
/** The input of a list, as far as it is given. */
export type ListFilters = Partial<z.output<typeof ListTasks>> & { limit: number };

type RowSql = { columns: (row: string) => Sql; bytes: (row: string) => Sql };
type Row<Task> = Task & { found: string; isMatch: boolean; isEnd: boolean };

/** The tasks that a page looks at, the newest first, and the conditions under which a task is on the page. */
export type Walk = {
  teamId: string;
  limit: number;
  cursor?: string | null | undefined;
  /** Conditions for the tasks to look at: the ranges of indexes that have these tasks in the order of creation. */
  ranges: readonly Sql[];
  /** The maximum of tasks that are looked at. */
  maxLookedAt: number;
  /** Conditions that a task must meet to be on the page. */
  conditions: readonly Sql[];
};

const order = creationOrder('tasks', 'team_id', 'desc');

/**
 * SQL: the rows of a page (`isMatch`), and the last task that was looked at (`isEnd`) if there may be more. A full page
 * reads no further. A subquery hides `maxLookedAt` from the planner: for a team that seems small, PostgreSQL would read
 * and sort all tasks.
 */
export function walkQuery(
  row: RowSql,
  { teamId, limit, cursor, ranges, maxLookedAt, conditions }: Walk,
): Sql {
  const max = raw(String(maxLookedAt));
  const after = order.after({ cursor: sql`${cursor ?? null}::text`, ownerId: sql`${teamId}` });
  const branch = (each: Sql) => sql`(
          select * from tasks where ${each} ${cursor == null ? empty : sql`and ${after}`}
          order by ${order.by('tasks')} limit (select ${max}::int))`;
  const rows = sql`
    select * from (
      select tasks.*, ${join([raw('true'), ...conditions], ' and ')} as is_match, row_number() over () = ${max} as is_end
      from (
        select * from (${join(ranges.map(branch), ' union all ')}) as tasks
        order by ${order.by('tasks')} limit (select ${max}::int)
      ) as tasks
    ) as looked_at
    where is_match or is_end limit ${limit}`;
  return sql`
    select is_match as "isMatch", is_end as "isEnd", found, ${row.columns('page')}
    from (${cutPage({ rows, bytes: row.bytes('page'), order: order.by('page') })}) as page
    order by ${order.by('page')}`;
}

/** A page of at most `limit` tasks. Throws INVALID_CURSOR if the cursor is not the id of a task of the team. */
export async function walkTasks<Task extends { id: string }>(
  db: Queryable,
  row: RowSql,
  walk: Walk,
): Promise<Page<Task>> {
  const { teamId, cursor, limit } = walk;
  const rows = await queryMany<Row<Task>>(db, walkQuery(row, { ...walk, limit: limit + 1 }));
  if (rows.length === 0 && cursor != null && !(await order.hasItem(db, { cursor, ownerId: teamId })))
    throw invalidCursor();
  const found = rows.filter(({ isMatch }) => isMatch);
  const page = toPage(found, limit, ({ id }) => id);
  const end = rows.find(({ isEnd }) => isEnd);
  return end && found.length <= limit ? { ...page, nextCursor: end.id } : page;
}

/**
 * SQL: whether the project of a task exists. The tasks of a deleted project are deleted later, but are no longer
 * listed.
 */
export const hasProject = raw('exists (select from projects where projects.id = tasks.project_id)');

/** SQL: whether a task is archived and its project exists, or whether it is not archived. */
export const archiveConditions = (archived: boolean): Sql[] =>
  archived ? [raw('archived_at is not null'), hasProject] : [raw('archived_at is null')];

/** SQL: filters of a list as conditions on a task. */
export const filterConditions = ({
  projectId,
  agentId,
  memberId,
  blockedBy,
  parentId,
  nextActor,
}: Omit<Partial<ListFilters>, 'cursor'>): Sql[] => [
  ...(projectId ? [sql`project_id = ${projectId}`] : []),
  ...(agentId ? [sql`assigned_agent_id = ${agentId}`] : []),
  ...(memberId ? [sql`assigned_member_id = ${memberId}`] : []),
  ...(parentId ? [sql`parent_id = ${parentId}`] : []),
  ...(nextActor ? [isPersonNext] : []),
  ...(blockedBy ? [sql`${blockedBy} = any(blocked_by)`] : []),
];

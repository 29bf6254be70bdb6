import type { ListTasks } from '@crewboard/contracts';
import { empty, join, type Queryable, queryMany, raw, type Sql, sql } from '@crewboard/db';
import type { z } from 'zod';
import { cutPage } from '../../cut-page.ts';
import { creationOrder, invalidCursor, type Page, toPage } from '../../read-page.ts';
import type { VerbContext } from '../../verb-context.ts';
import { isPersonNext } from '../next/person-conditions.ts';

// Lists of tasks under filters without an index of their own: a page looks at a bounded number of tasks of an index, the
// newest first. It may be short, even empty, and have a next one.

/** Who asks for a list, and what it is to have. */
export type Caller = Pick<VerbContext['actor'], 'kind' | 'id' | 'teamId'>;
export type Wanted = Partial<z.output<typeof ListTasks>> & { limit: number };

type RowSql = { columns: (row: string) => Sql; bytes: (row: string) => Sql };
type Row<Task> = Task & { found: string; isMatch: boolean; isEnd: boolean };

export type Walk = {
  teamId: string;
  limit: number;
  cursor?: string | null | undefined;
  /** Which tasks of the team are looked at. An index has those of each condition in the order of their creation. */
  where: readonly Sql[];
  /** The maximum of tasks that are looked at. */
  maxLookedAt: number;
  /** Which of them are on the page. */
  conditions: readonly Sql[];
};

const order = creationOrder('tasks', 'team_id', 'desc');

/**
 * SQL: the rows of a page (`isMatch`), and the last task that was looked at (`isEnd`) if there may be more. They are read as they
 * are needed: a full page reads no further. A subquery hides the limit of those that are looked at: of a team that seems small
 * PostgreSQL would read and sort all.
 */
export function walkQuery(row: RowSql, { teamId, limit, cursor, where, maxLookedAt, conditions }: Walk): Sql {
  const max = raw(String(maxLookedAt));
  const after = order.after({ cursor: sql`${cursor ?? null}::text`, ownerId: sql`${teamId}` });
  const branch = (each: Sql) => sql`(
          select * from tasks where ${each} ${cursor == null ? empty : sql`and ${after}`}
          order by ${order.by('tasks')} limit (select ${max}::int))`;
  const rows = sql`
    select * from (
      select tasks.*, ${join([raw('true'), ...conditions], ' and ')} as is_match, row_number() over () = ${max} as is_end
      from (
        select * from (${join(where.map(branch), ' union all ')}) as tasks
        order by ${order.by('tasks')} limit (select ${max}::int)
      ) as tasks
    ) as looked_at
    where is_match or is_end limit ${limit}`;
  return sql`
    select is_match as "isMatch", is_end as "isEnd", found, ${row.columns('page')}
    from (${cutPage({ rows, bytes: row.bytes('page'), order: order.by('page') })}) as page
    order by ${order.by('page')}`;
}

/** A page of at most `limit` tasks. Throws INVALID_CURSOR when the cursor names none of the team. */
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

/** SQL: whether the project of a task is there. The tasks of a deleted one are deleted after it, and listed no more before. */
export const hasProject = raw('exists (select from projects where projects.id = tasks.project_id)');

/** SQL: whether a task is in the archive, or not. */
export const archiveConditions = (archived: boolean): Sql[] =>
  archived ? [raw('archived_at is not null'), hasProject] : [raw('archived_at is null')];

type Filters = {
  projectId?: string | undefined;
  agentId?: string | undefined;
  memberId?: string | undefined;
  blockedBy?: string | undefined;
  parentId?: string | undefined;
  nextActor?: 'person' | undefined;
};

/** SQL: the filters of a list, as conditions on a task. */
export const filterConditions = ({
  projectId,
  agentId,
  memberId,
  blockedBy,
  parentId,
  nextActor,
}: Filters): Sql[] => [
  ...(projectId ? [sql`project_id = ${projectId}`] : []),
  ...(agentId ? [sql`assigned_agent_id = ${agentId}`] : []),
  ...(memberId ? [sql`assigned_member_id = ${memberId}`] : []),
  ...(parentId ? [sql`parent_id = ${parentId}`] : []),
  ...(nextActor ? [isPersonNext] : []),
  ...(blockedBy ? [sql`${blockedBy} = any(blocked_by)`] : []),
];

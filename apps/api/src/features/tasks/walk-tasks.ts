import { empty, join, type Queryable, queryMany, raw, type Sql, sql } from '@crewboard/db';
import { cutPage } from '../cut-page.ts';
import { creationOrder, invalidCursor, type Page, toPage } from '../read-page.ts';
import { isOfPerson } from './next/of-person.ts';

// Lists of tasks under filters without an index of their own: a page looks at a bounded number of tasks of an index, the
// newest first. It may be short, even empty, and have a next one.

type RowSql = { columns: (row: string) => Sql; bytes: (row: string) => Sql };
type Row<Task> = Task & { found: string; endId: string | null };

export type Walk = {
  teamId: string;
  limit: number;
  cursor?: string | null | undefined;
  /** Of the tasks of the team that are looked at. An index has those of each condition in the order of their creation. */
  where: readonly Sql[];
  /** The maximum of tasks that are looked at. */
  maxLookedAt: number;
  /** Which of them are on the page. */
  conditions: readonly Sql[];
};

const order = creationOrder('tasks', 'team_id', 'desc');

/**
 * SQL: the rows of a page, one of nulls where none was found, each with the last task that was looked at, if there may be
 * more. `offset 0` makes PostgreSQL look each task up by its id; it would read the table.
 */
export function walkQuery(row: RowSql, { teamId, limit, cursor, where, maxLookedAt, conditions }: Walk): Sql {
  const rows = sql`
    select tasks.* from looked, lateral (select * from tasks where id = looked.id offset 0) as tasks
    where ${join(conditions, ' and ')} order by ${order.by('tasks')} limit ${limit}`;
  const after = order.after({ cursor: sql`${cursor ?? null}::text`, ownerId: sql`${teamId}` });
  const branch = (each: Sql) => sql`(
      select id, created_at from tasks
      where team_id = ${teamId} and ${each} ${cursor == null ? empty : sql`and ${after}`}
      order by ${order.by('tasks')} limit (select ${maxLookedAt}::int))`;
  return sql`
    with looked as materialized (
      select id from (${join(where.map(branch), ' union all ')}) as looked
      order by ${order.by('looked')} limit (select ${maxLookedAt}::int)
    )
    select walk."endId", found, ${row.columns('page')}
    from (select (select id from looked offset ${raw(String(maxLookedAt - 1))}) as "endId") as walk
    left join (${cutPage({ rows, bytes: row.bytes('page'), order: order.by('page') })}) as page on true
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
  const found = rows.filter(({ id }) => id !== null);
  if (found.length === 0 && cursor != null && !(await order.hasItem(db, { cursor, ownerId: teamId })))
    throw invalidCursor();
  const page = toPage(found, limit, ({ id }) => id);
  return { ...page, nextCursor: page.nextCursor ?? rows[0]?.endId ?? null };
}

/**
 * SQL: whether a task is in the archive, or not. The tasks of a deleted project are deleted after it, and found in the
 * archive no more before.
 */
export const archiveConditions = (archived: boolean): Sql[] =>
  archived
    ? [
        raw('archived_at is not null'),
        raw('exists (select from projects where projects.id = tasks.project_id)'),
      ]
    : [raw('archived_at is null')];

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
  ...(nextActor ? [isOfPerson] : []),
  ...(blockedBy ? [sql`${blockedBy} = any(blocked_by)`] : []),
];

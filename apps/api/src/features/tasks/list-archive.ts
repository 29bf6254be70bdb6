import type { ArchivePage, ListArchive, ListTasks } from '@crewboard/contracts';
import { empty, join, type Queryable, queryMany, raw, type Sql, sql } from '@crewboard/db';
import type { z } from 'zod';
import { cutPage } from '../cut-page.ts';
import { creationOrder, invalidCursor, type Page, setCursors, toPage } from '../read-page.ts';
import { searchPattern } from '../task-search.ts';
import type { VerbContext } from '../verb-context.ts';
import { type BoardTaskRow, boardTaskRow, type TaskRow, taskRow, toBoardTask } from './task-row.ts';

/** How many archived tasks one page looks at: few archives are read, so no filter has an index of its own. */
export const maxLookedAt = 1_000;

type Filters = Partial<Pick<z.output<typeof ListTasks>, 'status' | 'projectId' | 'agentId' | 'memberId'>>;
type Wanted = Filters & {
  teamId: string;
  limit: number;
  cursor?: string | null | undefined;
  /** In the title or the description. */
  search?: string | undefined;
};
type RowSql = { columns: (row: string) => Sql; bytes: (row: string) => Sql };
type Row<Task> = Task & { found: string; endId: string | null };

const order = creationOrder('tasks', 'team_id', 'desc');

/**
 * SQL: the rows of a page, one of nulls where none was found, each with the last task that was looked at, if there may be
 * more. `offset 0` makes PostgreSQL look each task up by its id; it would read the table.
 */
export function archiveQuery(row: RowSql, wanted: Wanted): Sql {
  const { teamId, limit, cursor, status, projectId, agentId, memberId, search } = wanted;
  const conditions = [
    raw('archived_at is not null'),
    ...(status ? [sql`status = ${status}::task_status`] : []),
    ...(projectId ? [sql`project_id = ${projectId}`] : []),
    ...(agentId ? [sql`assigned_agent_id = ${agentId}`] : []),
    ...(memberId ? [sql`assigned_member_id = ${memberId}`] : []),
    ...(search ? [sql`task_search_body(title, description) ilike ${searchPattern(search)}`] : []),
  ];
  const rows = sql`
    select tasks.* from looked, lateral (select * from tasks where id = looked.id offset 0) as tasks
    where ${join(conditions, ' and ')} order by ${order.by('tasks')} limit ${limit}`;
  const after = order.after({ cursor: sql`${cursor ?? null}::text`, ownerId: sql`${teamId}` });
  return sql`
    with looked as materialized (
      select id from tasks
      where team_id = ${teamId} and archived_at is not null ${cursor == null ? empty : sql`and ${after}`}
      order by ${order.by('tasks')} limit (select ${maxLookedAt}::int)
    )
    select walk."endId", found, ${row.columns('page')}
    from (select (select id from looked offset ${maxLookedAt - 1}) as "endId") as walk
    left join (${cutPage({ rows, bytes: row.bytes('page'), order: order.by('page') })}) as page on true
    order by ${order.by('page')}`;
}

async function readArchive<Task extends { id: string }>(
  db: Queryable,
  row: RowSql,
  wanted: Wanted,
): Promise<Page<Task>> {
  const { teamId, cursor, limit } = wanted;
  const rows = await queryMany<Row<Task>>(db, archiveQuery(row, { ...wanted, limit: limit + 1 }));
  const found = rows.filter(({ id }) => id !== null);
  if (found.length === 0 && cursor != null && !(await order.hasItem(db, { cursor, ownerId: teamId })))
    throw invalidCursor();
  const page = toPage(found, limit, ({ id }) => id);
  return { ...page, nextCursor: page.nextCursor ?? rows[0]?.endId ?? null };
}

/** What is archived, the newest first. A page may be short, even empty, and have a next one. */
export const listArchivedTasks = (
  { db, actor }: VerbContext,
  input: z.output<typeof ListTasks>,
): Promise<Page<TaskRow>> => readArchive<TaskRow>(db.reads, taskRow, { ...input, teamId: actor.teamId });

type Call = { ctx: VerbContext; input: z.output<typeof ListArchive> };

/** The same for the dashboard, without texts. */
export async function listArchive({ ctx, input }: Call): Promise<ArchivePage> {
  const wanted = { ...input, teamId: ctx.actor.teamId };
  const page = await readArchive<BoardTaskRow>(ctx.db.reads, boardTaskRow, wanted);
  setCursors(ctx, page);
  return { tasks: page.rows.map(toBoardTask), nextCursor: page.nextCursor };
}

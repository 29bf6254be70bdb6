import type { ArchivePage, ListArchive, ListTasks } from '@crewboard/contracts';
import { empty, type Queryable, queryMany, raw, type Sql, sql } from '@crewboard/db';
import type { z } from 'zod';
import { hasText } from '../board/board-filter.ts';
import { cutPage } from '../cut-page.ts';
import { creationOrder, invalidCursor, type Page, setCursors, toPage } from '../read-page.ts';
import type { VerbContext } from '../verb-context.ts';
import { type BoardTaskRow, boardTaskRow, type TaskRow, taskRow, toBoardTask } from './task-row.ts';

/** How many archived tasks one page looks at: few archives are read, so no filter has an index of its own. */
export const maxLookedAt = 1_000;

type Filters = Partial<Pick<z.output<typeof ListTasks>, 'status' | 'projectId' | 'agentId' | 'memberId'>> & {
  search?: string | undefined;
};
type Wanted = Filters & { teamId: string; limit: number; cursor?: string | null | undefined };
type Row<Task> = Task & { found: string; endId: string | null };

const order = creationOrder('tasks', 'team_id', 'desc');

/** The rows of a page, one of nulls where none was found, each with the last task that was looked at, if there may be more. */
export function archiveQuery(
  row: { columns: (row: string) => Sql; bytes: (row: string) => Sql },
  wanted: Wanted,
): Sql {
  const { teamId, limit, cursor, status, projectId, agentId, memberId, search } = wanted;
  const isMatch = sql`(${status ?? null}::task_status is null or status = ${status ?? null}::task_status)
      and (${projectId ?? null}::text is null or project_id = ${projectId ?? null})
      and (${agentId ?? null}::text is null or assigned_agent_id = ${agentId ?? null})
      and (${memberId ?? null}::text is null or assigned_member_id = ${memberId ?? null})
      ${search ? sql`and ${hasText(raw('tasks.id'), search)}` : empty}`;
  const rows = sql`
    select tasks.* from looked join tasks using (id)
    where archived_at is not null and ${isMatch} order by ${order.by('tasks')} limit ${limit}`;
  return sql`
    with looked as materialized (
      select id from tasks
      where team_id = ${teamId} and archived_at is not null
        ${cursor == null ? empty : sql`and ${order.after({ cursor: sql`${cursor}`, ownerId: sql`${teamId}` })}`}
      order by ${order.by('tasks')} limit ${maxLookedAt}
    )
    select walk."endId", found, ${row.columns('page')}
    from (select (select id from looked offset ${maxLookedAt - 1}) as "endId") as walk
    left join (${cutPage({ rows, bytes: row.bytes('page'), order: order.by('page') })}) as page on true
    order by ${order.by('page')}`;
}

async function readArchive<Task extends { id: string }>(
  db: Queryable,
  row: Parameters<typeof archiveQuery>[0],
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

/** The same for the dashboard, without texts, which it can search. */
export async function listArchive({
  ctx,
  input,
}: {
  ctx: VerbContext;
  input: z.output<typeof ListArchive>;
}): Promise<ArchivePage> {
  const wanted = { ...input, teamId: ctx.actor.teamId };
  const page = await readArchive<BoardTaskRow>(ctx.db.reads, boardTaskRow, wanted);
  setCursors(ctx, page);
  return { tasks: page.rows.map(toBoardTask), nextCursor: page.nextCursor };
}

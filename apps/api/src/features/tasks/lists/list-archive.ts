import type { ArchivePage, ListArchive, ListTasks } from '@crewboard/contracts';
import { type Sql, sql } from '@crewboard/db';
import type { z } from 'zod';
import { type Page, setCursors } from '../../read-page.ts';
import { searchPattern } from '../../task-search.ts';
import type { Call, VerbContext } from '../../verb-context.ts';
import { type BoardTaskRow, boardTaskRow, type TaskRow, taskRow, toBoardTask } from '../task-row.ts';
import { archiveConditions, filterConditions, type Walk, walkTasks } from './walk-tasks.ts';

/** How many archived tasks one page looks at: few archives are read, so no filter has an index of its own. */
export const maxLookedAt = 1_000;

type Filters = Partial<
  Pick<z.output<typeof ListTasks>, 'status' | 'projectId' | 'agentId' | 'memberId' | 'blockedBy'>
>;
type Wanted = Filters & {
  teamId: string;
  limit: number;
  cursor?: string | null | undefined;
  /** In the title or the description. */
  search?: string | undefined;
};

export function archiveWalk({ status, search, ...wanted }: Wanted): Walk {
  const conditions: Sql[] = [
    ...archiveConditions(true),
    ...(status ? [sql`status = ${status}::task_status`] : []),
    ...(search ? [sql`task_search_body(title, description) ilike ${searchPattern(search)}`] : []),
    ...filterConditions(wanted),
  ];
  return {
    ...wanted,
    where: [sql`team_id = ${wanted.teamId} and archived_at is not null`],
    maxLookedAt,
    conditions,
  };
}

/** What is archived, the newest first. A page may be short, even empty, and have a next one. */
export const listArchivedTasks = (
  { db, actor }: VerbContext,
  input: z.output<typeof ListTasks>,
): Promise<Page<TaskRow>> =>
  walkTasks<TaskRow>(db.reads, taskRow, archiveWalk({ ...input, teamId: actor.teamId }));

/** The same for the dashboard, without texts. */
export async function listArchive({ ctx, input }: Call<typeof ListArchive>): Promise<ArchivePage> {
  const walk = archiveWalk({ ...input, teamId: ctx.actor.teamId });
  const page = await walkTasks<BoardTaskRow>(ctx.db.reads, boardTaskRow, walk);
  setCursors(ctx, page);
  return { tasks: page.rows.map(toBoardTask), nextCursor: page.nextCursor };
}

import type { ArchivePage, ListArchive } from '@crewboard/contracts';
import { sql } from '@crewboard/db';
import { setCursors } from '../../read-page.ts';
import { searchPattern } from '../../task-search.ts';
import type { Call } from '../../verb-context.ts';
import { type BoardTaskRow, boardTaskRow, toBoardTask } from '../task-row.ts';
import { archiveConditions, filterConditions, type ListFilters, type Walk, walkTasks } from './walk-tasks.ts';

/** How many archived tasks one page looks at. Archives are rarely read, so their filters have no indexes. */
export const maxLookedAt = 1_000;

type ArchiveFilters = Omit<ListFilters, 'cursor'> & {
  teamId: string;
  cursor?: string | null | undefined;
  /** In the title or the description. */
  search?: string | undefined;
};

export function archiveWalk({ status, search, ...filters }: ArchiveFilters): Walk {
  return {
    ...filters,
    ranges: [sql`team_id = ${filters.teamId} and archived_at is not null`],
    maxLookedAt,
    conditions: [
      ...archiveConditions(true),
      ...(status ? [sql`status = ${status}::task_status`] : []),
      ...(search ? [sql`task_search_body(title, description) ilike ${searchPattern(search)}`] : []),
      ...filterConditions(filters),
    ],
  };
}

/** A page of archived tasks for the dashboard, the newest first, without texts. */
export async function listArchive({ ctx, input }: Call<typeof ListArchive>): Promise<ArchivePage> {
  const walk = archiveWalk({ ...input, teamId: ctx.actor.teamId });
  const page = await walkTasks<BoardTaskRow>(ctx.db.reads, boardTaskRow, walk);
  setCursors(ctx, page);
  return { tasks: page.rows.map(toBoardTask), nextCursor: page.nextCursor };
}

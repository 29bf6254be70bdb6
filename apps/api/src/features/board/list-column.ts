import { type BoardColumn, type BoardCursor, isClosed, isInQueueOrder } from '@crewboard/contracts';
import { queryMany } from '@crewboard/db';
import { type Page, setCursors } from '../read-page.ts';
import { readNext } from '../tasks/next/read-next.ts';
import { type BoardTaskRow, toBoardTask } from '../tasks/task-row.ts';
import type { VerbContext } from '../verb-context.ts';
import { type ColumnInput, columnQuery, hasIndex, toColumnPage } from './column-tasks.ts';
import { searchColumn } from './search-column.ts';
import { sortColumn } from './sort-column.ts';
import { filterColumn } from './walk-column.ts';

type Call = { ctx: VerbContext; input: ColumnInput };

/** A page of one column of the board in its order, without the texts of its tasks. */
export async function listColumn({ ctx, input }: Call): Promise<BoardColumn> {
  const page = await readColumn(ctx, input);
  setCursors(ctx, page);
  const { rows, nextCursor } = page;
  const commented = rows.filter(({ commentCount }) => commentCount > 0);
  const openIds = isClosed(input) ? [] : rows.map(({ id }) => id);
  const nextById = await readNext(ctx.db.reads, openIds);
  return {
    tasks: rows.map(toBoardTask),
    commentCounts: Object.fromEntries(commented.map(({ id, commentCount }) => [id, commentCount])),
    next: Object.fromEntries([...nextById].flatMap(([id, { next }]) => (next ? [[id, next]] : []))),
    nextCursor,
  };
}

/** Chooses how to read the page: it depends on which index has the tasks under the filter. */
async function readColumn(ctx: VerbContext, input: ColumnInput): Promise<Page<BoardTaskRow, BoardCursor>> {
  const { agentId, memberId, search, limit } = input;
  const { teamId } = ctx.actor;
  const db = ctx.db.reads;
  if (search) return searchColumn(db, teamId, { ...input, search });
  const hasAssignee = memberId || (agentId && agentId !== 'nobody');
  if (isInQueueOrder(input) && hasAssignee) return sortColumn(db, teamId, input);
  if (!hasIndex(input)) return filterColumn(db, teamId, input);
  const rows = await queryMany<BoardTaskRow>(db, columnQuery(teamId, input, limit + 1));
  return toColumnPage(input, rows, limit);
}

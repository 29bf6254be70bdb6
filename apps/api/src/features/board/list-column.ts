import type { BoardColumn } from '@crewboard/contracts';
import { queryMany } from '@crewboard/db';
import { setCursors } from '../read-page.ts';
import { type BoardTaskRow, toBoardTask } from '../tasks/task-row.ts';
import type { VerbContext } from '../verb-context.ts';
import { type ColumnInput, columnQuery, toColumnPage } from './column-tasks.ts';
import { searchColumn } from './search-column.ts';

type Call = { ctx: VerbContext; input: ColumnInput };

/** A page of one column in the order of `boardTime`, without the texts of its tasks. */
export async function listColumn({ ctx, input }: Call): Promise<BoardColumn> {
  const { teamId } = ctx.actor;
  const { search, limit } = input;
  const db = ctx.db.reads;
  const page = search
    ? await searchColumn(db, teamId, { ...input, search })
    : toColumnPage(await queryMany<BoardTaskRow>(db, columnQuery(teamId, input, limit + 1)), limit);
  setCursors(ctx, page);
  return { tasks: page.rows.map(toBoardTask), nextCursor: page.nextCursor };
}

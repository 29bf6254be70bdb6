import type { BoardColumn } from '@crewboard/contracts';
import { queryMany } from '@crewboard/db';
import type { BoardTaskRow } from '../tasks/task-row.ts';
import type { VerbContext } from '../verb-context.ts';
import { type ColumnInput, columnQuery, toColumn } from './column-tasks.ts';
import { searchColumn } from './search-column.ts';

type Call = { ctx: VerbContext; input: ColumnInput };

/** A page of one column in the order of `boardTime`, without the texts of its tasks. */
export async function listColumn({ ctx, input }: Call): Promise<BoardColumn> {
  const { teamId } = ctx.actor;
  const { search, limit } = input;
  if (search) return searchColumn(ctx.db.reads, teamId, { ...input, search });
  return toColumn(await queryMany<BoardTaskRow>(ctx.db.reads, columnQuery(teamId, input, limit + 1)), limit);
}

import { type BoardColumn, type BoardTask, isInQueueOrder } from '@crewboard/contracts';
import { queryMany } from '@crewboard/db';
import { setCursors } from '../read-page.ts';
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
  const { teamId } = ctx.actor;
  const { search, limit } = input;
  const db = ctx.db.reads;
  const page = await readColumn();
  setCursors(ctx, page);
  const commented = page.rows.filter(({ commentCount }) => commentCount > 0);
  const commentCounts = Object.fromEntries(commented.map(({ id, commentCount }) => [id, commentCount]));
  const tasks = page.rows.map(toBoardTask);
  return { tasks, commentCounts, next: await nextOfTasks(tasks), nextCursor: page.nextCursor };

  async function nextOfTasks(tasks: BoardTask[]) {
    const isOpen = input.status === 'todo' || input.status === 'in_progress';
    const found = isOpen
      ? await readNext(
          db,
          tasks.map(({ id }) => id),
        )
      : new Map();
    return Object.fromEntries([...found].flatMap(([id, { next }]) => (next ? [[id, next]] : [])));
  }

  async function readColumn() {
    if (search) return searchColumn(db, teamId, { ...input, search });
    const { agentId, memberId } = input;
    const hasAssignee = memberId || (agentId && agentId !== 'nobody');
    if (isInQueueOrder(input) && hasAssignee) return sortColumn(db, teamId, input);
    if (!hasIndex(input)) return filterColumn(db, teamId, input);
    return toColumnPage(
      input,
      await queryMany<BoardTaskRow>(db, columnQuery(teamId, input, limit + 1)),
      limit,
    );
  }
}

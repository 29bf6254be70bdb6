import type { BoardColumn, BoardColumnQuery } from '@crewboard/contracts';
import type { z } from 'zod';
import type { VerbContext } from '../../trpc/context.ts';
import { type BoardTaskRow, boardTaskColumns, toBoardTask } from '../tasks/task-row.ts';
import { filterSql, filterValues } from './board-filter.ts';

type Call = { ctx: VerbContext; input: z.output<typeof BoardColumnQuery> };

/** A page of one column, newest first, without the texts of its tasks. A cursor that names no task of the team gives an empty page. */
export async function listColumn({ ctx, input }: Call): Promise<BoardColumn> {
  const after = input.cursor
    ? '(created_at, id) < (select created_at, id from tasks where id = $8 and team_id = $1)'
    : '$8::text is null';
  const text = `select ${boardTaskColumns('tasks')} from tasks
    where status = $6::task_status and ${filterSql(input)} and ${after}
    order by created_at desc, id desc limit $7`;
  const values = [...filterValues(ctx.actor.teamId, input), input.status, input.limit + 1, input.cursor];
  const { rows } = await ctx.db.reads.query<BoardTaskRow>(text, values);
  const tasks = rows.slice(0, input.limit).map(toBoardTask);
  return { tasks, nextCursor: rows.length > input.limit ? (tasks.at(-1)?.id ?? null) : null };
}

import { type BoardColumn, type BoardColumnQuery, boardTime } from '@crewboard/contracts';
import type { z } from 'zod';
import { type BoardTaskRow, boardTaskColumns, statusTime, toBoardTask } from '../tasks/task-row.ts';
import type { VerbContext } from '../verb-context.ts';
import { filterSql, filterValues } from './board-filter.ts';

type Input = z.output<typeof BoardColumnQuery>;
type Call = { ctx: VerbContext; input: Input };

/** $1 team, $2 to $5 the filter, $6 most rows, $7 and $8 the cursor. The status is a literal: indexes are for some. */
export function columnStatement(input: Input): string {
  const time = input.status === 'todo' ? 'created_at' : statusTime('tasks');
  const after = input.cursor
    ? `(${time}, id) < ($7::timestamptz, $8)`
    : '$7::timestamptz is null and $8::text is null';
  return `select ${boardTaskColumns('tasks')} from tasks
    where status = '${input.status}' and ${filterSql(input)} and ${after}
    order by ${time} desc, id desc limit $6`;
}

/** A page of one column in the order of `boardTime`, without the texts of its tasks. */
export async function listColumn({ ctx, input }: Call): Promise<BoardColumn> {
  const { cursor, limit } = input;
  const values = [...filterValues(ctx.actor.teamId, input), limit + 1, cursor?.time, cursor?.id];
  const { rows } = await ctx.db.reads.query<BoardTaskRow>(columnStatement(input), values);
  const tasks = rows.slice(0, limit).map(toBoardTask);
  const last = rows.length > limit ? tasks.at(-1) : undefined;
  return { tasks, nextCursor: last ? { time: boardTime(last), id: last.id } : null };
}

import { type BoardColumn, type BoardColumnQuery, boardTime } from '@crewboard/contracts';
import { queryMany, raw, type Sql, sql } from '@crewboard/db';
import type { z } from 'zod';
import { toPage } from '../read-page.ts';
import { type BoardTaskRow, boardTaskRow, statusTime, toBoardTask } from '../tasks/task-row.ts';
import type { VerbContext } from '../verb-context.ts';
import { filterSql } from './board-filter.ts';

type Input = z.output<typeof BoardColumnQuery>;
type Call = { ctx: VerbContext; input: Input };

/** Reads at most `limit` rows. The status is a literal, because some indexes are partial by status. */
export function columnQuery(teamId: string, input: Input, limit: number): Sql {
  const { status, cursor } = input;
  const time = status === 'todo' ? raw('created_at') : statusTime('tasks');
  const after = cursor ? sql`(${time}, id) < (${cursor.time}::timestamptz, ${cursor.id})` : raw('true');
  return sql`
    select ${boardTaskRow.columns('tasks')} from tasks
    where status = ${raw(`'${status}'`)} and ${filterSql(teamId, input)} and ${after}
    order by ${time} desc, id desc limit ${limit}`;
}

/** A page of one column in the order of `boardTime`, without the texts of its tasks. */
export async function listColumn({ ctx, input }: Call): Promise<BoardColumn> {
  const found = await queryMany<BoardTaskRow>(
    ctx.db.reads,
    columnQuery(ctx.actor.teamId, input, input.limit + 1),
  );
  const { rows, nextCursor } = toPage(found, input.limit, (last) => {
    const task = toBoardTask(last);
    return { time: boardTime(task), id: task.id };
  });
  return { tasks: rows.map(toBoardTask), nextCursor };
}

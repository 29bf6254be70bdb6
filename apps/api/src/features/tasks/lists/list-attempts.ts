import type { ListTaskAttempts, TaskAttempt, TaskAttemptPage, TaskAttemptQuery } from '@crewboard/contracts';
import { defineStatement, type Expression, queryMany, queryOne, sql } from '@crewboard/db';
import { invalidCursor, setCursors, toPage } from '../../read-page.ts';
import type { Call } from '../../verb-context.ts';
import { findTask } from '../find-task.ts';

/**
 * A page of the attempts of a task, the newest first. Throws INVALID_CURSOR if the cursor is not the number of one of
 * them.
 */
export async function pageAttempts({ ctx, input }: Call<typeof TaskAttemptQuery>): Promise<TaskAttemptPage> {
  const { taskId, limit, cursor } = input;
  await findTask(ctx, taskId);
  const before = typeof cursor === 'string' ? parseCursor(cursor) : null;
  const db = ctx.db.reads;
  const found = await queryMany(db, statement, { taskId, before, limit: limit + 1 });
  if (found.length === 0 && before !== null && !(await queryOne(db, hasAttempt, { taskId, attempt: before })))
    throw invalidCursor();
  const page = toPage(found, limit, ({ attempt }) => String(attempt));
  setCursors(ctx, page);
  return { attempts: page.rows, nextCursor: page.nextCursor };
}

/** `pageAttempts` for REST, where the cursor is a header. */
export async function listAttempts({ ctx, input }: Call<typeof ListTaskAttempts>): Promise<TaskAttempt[]> {
  return (await pageAttempts({ ctx, input })).attempts;
}

const selectAttempt = ({ taskId, attempt }: { taskId: Expression; attempt: Expression }) =>
  sql`select attempt from task_attempts where task_id = ${taskId} and attempt = ${attempt}::int`;

/**
 * The attempts before the attempt `before`, or the newest attempts if it is null (2147483647 is the largest `int`). No
 * row if the task has no attempt `before`.
 */
const statement = defineStatement<{ taskId: string; before: number | null; limit: number }, TaskAttempt>(
  ({ taskId, before, limit }) => sql`
  select attempt, agent_id as "agentId", started_at as "startedAt", ended_at as "endedAt", outcome, reason
  from task_attempts where task_id = ${taskId}
    and attempt < case when ${before}::int is null then 2147483647 else (${selectAttempt({ taskId, attempt: before })}) end
  order by attempt desc limit ${limit}`,
);
const hasAttempt = defineStatement<{ taskId: string; attempt: number }, object>(selectAttempt);

/** The cursor is the number of an attempt, which fits an `int`. Throws INVALID_CURSOR for anything else. */
function parseCursor(cursor: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(cursor)) throw invalidCursor();
  return Number(cursor);
}

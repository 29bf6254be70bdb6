import type { ListTaskAttempts, TaskAttempt, TaskAttemptPage, TaskAttemptQuery } from '@crewboard/contracts';
import { defineStatement, queryMany, sql } from '@crewboard/db';
import type { z } from 'zod';
import { invalidCursor, setCursors, toPage } from '../read-page.ts';
import type { VerbContext } from '../verb-context.ts';
import { findTask } from './find-task.ts';

type Call = { ctx: VerbContext; input: z.output<typeof ListTaskAttempts> };
type PageCall = { ctx: VerbContext; input: z.output<typeof TaskAttemptQuery> };

/** The attempts before one, or the newest where that is null. */
const statement = defineStatement<{ taskId: string; before: number | null; limit: number }, TaskAttempt>(
  ({ taskId, before, limit }) => sql`
  select attempt, agent_id as "agentId", started_at as "startedAt", ended_at as "endedAt", outcome, reason
  from task_attempts where task_id = ${taskId} and attempt < coalesce(${before}::int, 2147483647)
  order by attempt desc limit ${limit}`,
);

/** The cursor is the number of an attempt. Throws INVALID_CURSOR. */
function parseCursor(cursor: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(cursor)) throw invalidCursor();
  return Number(cursor);
}

/** Who held the task: a page of attempts, the newest first. */
export async function pageAttempts({ ctx, input }: PageCall): Promise<TaskAttemptPage> {
  const { taskId, limit, cursor } = input;
  await findTask(ctx, taskId);
  const before = typeof cursor === 'string' ? parseCursor(cursor) : null;
  const found = await queryMany(ctx.db.reads, statement, { taskId, before, limit: limit + 1 });
  const page = toPage(found, limit, ({ attempt }) => String(attempt));
  setCursors(ctx, page);
  return { attempts: page.rows, nextCursor: page.nextCursor };
}

/** A page of attempts, with its cursor as a header. */
export async function listAttempts({ ctx, input }: Call): Promise<TaskAttempt[]> {
  return (await pageAttempts({ ctx, input })).attempts;
}

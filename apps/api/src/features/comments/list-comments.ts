import type { Comment, ListComments } from '@crewboard/contracts';
import type { z } from 'zod';
import { AppError } from '../../errors.ts';
import { findTask } from '../tasks/find-task.ts';
import type { VerbContext } from '../verb-context.ts';
import { type CommentRow, commentColumns, toComment } from './comment-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof ListComments> };

const statement = (after: string) => `
  select ${commentColumns('comments')} from comments
  where task_id = $1 and ${after} order by created_at, id limit $2`;

const statements = {
  first: statement('$3::text is null'),
  next: statement('(created_at, id) > (select created_at, id from comments where id = $3 and task_id = $1)'),
};

async function assertCursor({ ctx, input }: Call): Promise<void> {
  const { rowCount } = await ctx.db.reads.query('select from comments where id = $1 and task_id = $2', [
    input.cursor,
    input.taskId,
  ]);
  if (!rowCount) {
    throw new AppError('INVALID_CURSOR', 'The cursor is not the id of a comment of this task.');
  }
}

/** What was said about a task, the oldest first. */
export async function listComments({ ctx, input }: Call): Promise<Comment[]> {
  await findTask(ctx, input.taskId);
  const { rows } = await ctx.db.reads.query<CommentRow>(
    input.cursor === undefined ? statements.first : statements.next,
    [input.taskId, input.limit + 1, input.cursor],
  );
  if (rows.length === 0 && input.cursor !== undefined) await assertCursor({ ctx, input });
  const page = rows.slice(0, input.limit);
  if (rows.length > input.limit) ctx.answer.nextCursor = page.at(-1)?.id;
  return page.map(toComment);
}

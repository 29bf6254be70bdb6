import type { Comment, ListComments } from '@crewboard/contracts';
import { defineStatement, queryMany, raw, sql } from '@crewboard/db';
import { creationOrder, readPage, setCursors } from '../read-page.ts';
import { findTask } from '../tasks/find-task.ts';
import type { Call } from '../verb-context.ts';
import { type CommentRow, commentRow, toComment } from './comment-row.ts';

const order = creationOrder('comments', 'task_id', 'asc');

const statement = (isNext: boolean) =>
  defineStatement<{ taskId: string; limit: number; cursor: string | undefined }, CommentRow>(
    ({ taskId, limit, cursor }) => sql`
  select ${commentRow.columns('comments')} from comments
  where task_id = ${taskId} and ${isNext ? order.after({ cursor, ownerId: taskId }) : raw('true')}
  order by ${order.by('comments')} limit ${limit}`,
  );

/**
 * Two statements: in one plan for both, the cursor would only filter rows, and a page would read all comments before
 * it.
 */
const statements = { first: statement(false), next: statement(true) };

/** The comments on a task, the oldest first. */
export async function listComments({ ctx, input }: Call<typeof ListComments>): Promise<Comment[]> {
  const { taskId, limit, cursor } = input;
  await findTask(ctx, taskId);
  const db = ctx.db.reads;
  const select = cursor === undefined ? statements.first : statements.next;
  const page = await readPage({
    db,
    order,
    ownerId: taskId,
    limit,
    cursor,
    read: (maxRows) => queryMany(db, select, { taskId, limit: maxRows, cursor }),
  });
  setCursors(ctx, page);
  return page.rows.map(toComment);
}

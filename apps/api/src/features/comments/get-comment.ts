import type { Comment, CommentTarget } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import { notFound } from '../../errors.ts';
import type { Call } from '../verb-context.ts';
import { type CommentRow, commentRow, toComment } from './comment-row.ts';

/** The comments of a deleted task stay until the eraser removes them, but are no longer shown. */
const statement = defineStatement<{ commentId: string; teamId: string }, CommentRow>(
  ({ commentId, teamId }) => sql`
  select ${commentRow.columns('comments')} from comments where id = ${commentId} and team_id = ${teamId}
    and exists (select from tasks where tasks.id = task_id)`,
);

export async function getComment({ ctx, input }: Call<typeof CommentTarget>): Promise<Comment> {
  const row = await queryOne(ctx.db, statement, { commentId: input.commentId, teamId: ctx.actor.teamId });
  if (!row) throw notFound();
  return toComment(row);
}

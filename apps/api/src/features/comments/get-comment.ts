import type { Comment, CommentTarget } from '@crewboard/contracts';
import type { z } from 'zod';
import { notFound } from '../../errors.ts';
import type { VerbContext } from '../verb-context.ts';
import { type CommentRow, commentColumns, toComment } from './comment-row.ts';

type Call = { ctx: VerbContext; input: z.output<typeof CommentTarget> };

const statement = `select ${commentColumns('comments')} from comments where id = $1 and team_id = $2`;

export async function getComment({ ctx, input }: Call): Promise<Comment> {
  const { rows } = await ctx.db.pool.query<CommentRow>(statement, [input.commentId, ctx.actor.teamId]);
  if (!rows[0]) throw notFound();
  return toComment(rows[0]);
}

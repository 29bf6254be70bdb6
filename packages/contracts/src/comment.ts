import { z } from 'zod';
import { EventActor } from './event.ts';
import { Limit } from './paging.ts';
import { Id, PathId, Time, text } from './text.ts';

export const maxCommentLength = 10_000;

/** What somebody said about a task. */
export const Comment = z
  .strictObject({
    id: Id,
    taskId: Id,
    body: z.string().meta({ description: 'Markdown.' }),
    author: EventActor,
    createdAt: Time,
  })
  .meta({ id: 'Comment' });
export type Comment = z.infer<typeof Comment>;

export const CommentTarget = z.strictObject({ commentId: PathId });

export const ListComments = z.strictObject({
  taskId: PathId,
  limit: Limit,
  cursor: text({ max: 10_000 })
    .meta({
      description: 'The `X-Next-Cursor` of the page before (the id of its last comment).',
      maxLength: undefined,
    })
    .optional(),
});

export const CreateComment = z.strictObject({
  taskId: PathId,
  body: text({ min: 1, max: maxCommentLength }).meta({ description: 'Markdown.' }),
});

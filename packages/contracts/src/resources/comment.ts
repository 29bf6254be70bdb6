import { z } from 'zod';
import { textBounds } from '../bounds/text-bounds.ts';
import { EventActor } from '../schemas/actor.ts';
import { Paged } from '../schemas/paging.ts';
import { Id, PathId, Time, text } from '../schemas/values.ts';

/** A comment on a task. */
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

export const ListComments = z.strictObject({ taskId: PathId, ...Paged });

export const CreateComment = z.strictObject({
  taskId: PathId,
  body: text(textBounds.comment).meta({ description: 'Markdown.' }),
});

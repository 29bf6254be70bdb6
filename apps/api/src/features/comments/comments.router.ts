import { Comment, CommentTarget, CreateComment, ListComments } from '@crewboard/contracts';
import { z } from 'zod';
import { router } from '../../trpc/init.ts';
import { pageHeaders } from '../../trpc/page-headers.ts';
import { readProcedure, writeProcedure } from '../../trpc/procedures.ts';
import { createComment } from './create-comment.ts';
import { getComment } from './get-comment.ts';
import { listComments } from './list-comments.ts';

const tags = ['Comments'];

export const commentsRouter = router({
  list: readProcedure
    .meta({
      refusals: ['INVALID_CURSOR'],
      openapi: {
        method: 'GET',
        path: '/api/tasks/{taskId}/comments',
        tags,
        summary: 'List the comments on a task',
        description: 'The oldest first. The cursor is the id of the last comment of the page before.',
        responseHeaders: pageHeaders,
      },
    })
    .input(ListComments)
    .output(z.array(Comment))
    .query(listComments),
  create: writeProcedure
    .meta({
      created: '/api/comments/{id}',
      openapi: {
        method: 'POST',
        path: '/api/tasks/{taskId}/comments',
        tags,
        summary: 'Comment on a task',
        description: 'For questions, progress and reasons: whoever opens the task sees it at once.',
      },
    })
    .input(CreateComment)
    .output(Comment)
    .mutation(createComment),
  get: readProcedure
    .meta({ openapi: { method: 'GET', path: '/api/comments/{commentId}', tags, summary: 'Get a comment' } })
    .input(CommentTarget)
    .output(Comment)
    .query(getComment),
});

import { z } from 'zod';
import { Comment, CommentTarget, CreateComment, ListComments } from '../comment.ts';
import { defineOperations } from './define-operations.ts';

const tag = 'Comments';

export const comments = defineOperations('comments', {
  list: {
    operationId: 'listComments',
    type: 'query',
    access: 'read',
    input: ListComments,
    output: z.array(Comment),
    paging: 'pages',
    rest: {
      method: 'GET',
      path: '/api/tasks/{taskId}/comments',
      tag,
      summary: 'List the comments on a task',
      description: 'The oldest first. The cursor is the id of the last comment of the page before.',
    },
  },
  create: {
    operationId: 'commentOnTask',
    type: 'mutation',
    access: 'write',
    input: CreateComment,
    output: Comment,
    errors: ['TASK_ARCHIVED'],
    rest: {
      method: 'POST',
      path: '/api/tasks/{taskId}/comments',
      tag,
      summary: 'Comment on a task',
      description: 'For questions, progress and reasons: people who have the task open see it at once.',
      statuses: [201],
      location: '/api/comments/{id}',
    },
  },
  get: {
    operationId: 'getComment',
    type: 'query',
    access: 'read',
    input: CommentTarget,
    output: Comment,
    rest: { method: 'GET', path: '/api/comments/{commentId}', tag, summary: 'Get a comment' },
  },
});

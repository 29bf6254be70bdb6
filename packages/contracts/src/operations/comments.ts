import { z } from 'zod';
import { Comment, CommentTarget, CreateComment, ListComments } from '../resources/comment.ts';
import { defineOperations, mutation, query } from './define-operations.ts';

export const comments = defineOperations('comments', {
  list: query('listComments', {
    access: 'read',
    input: ListComments,
    output: z.array(Comment),
    paging: 'always',
    rest: {
      route: 'GET /api/tasks/{taskId}/comments',
      summary: 'List the comments on a task',
      description: 'The oldest first. The cursor is the id of the last comment of the page before.',
    },
  }),
  create: mutation('commentOnTask', {
    access: 'write',
    input: CreateComment,
    output: Comment,
    errors: ['TASK_ARCHIVED'],
    rest: {
      route: 'POST /api/tasks/{taskId}/comments',
      summary: 'Comment on a task',
      description: 'For questions, progress and reasons: people who have the task open see it at once.',
      statuses: [201],
      location: '/api/comments/{id}',
    },
  }),
  get: query('getComment', {
    access: 'read',
    input: CommentTarget,
    output: Comment,
    rest: { route: 'GET /api/comments/{commentId}', summary: 'Get a comment' },
  }),
});

import { Attention, AttentionQuery, AttentionTaskPage, AttentionTaskQuery } from '../resources/attention.ts';
import { defineOperations, query } from './define-operations.ts';

export const attention = defineOperations('attention', {
  get: query('getAttention', {
    access: 'read',
    input: AttentionQuery,
    output: Attention,
    rest: {
      route: 'GET /api/teams/{teamId}/attention',
      summary: 'Get what waits for a person',
      description:
        'The reasons are those of `next` (`include=next` on tasks). A task that no agent moves by its `deadline` is here as `stale`; tasks that are assigned to people are not here.',
    },
  }),
  tasks: query('listAttentionTasks', {
    access: 'read',
    input: AttentionTaskQuery,
    output: AttentionTaskPage,
    paging: 'always',
  }),
});

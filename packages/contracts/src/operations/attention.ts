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
        'Every open task that does not move has a reason, and each is here by its deadline, if nobody has taken it. `include=next` on tasks has the same reasons.',
    },
  }),
  tasks: query('listAttentionTasks', {
    access: 'read',
    input: AttentionTaskQuery,
    output: AttentionTaskPage,
    paging: 'pages',
  }),
});

import { z } from 'zod';
import { CreatedTeam, CreateTeam } from '../account.ts';
import { Me } from '../me.ts';
import { defineOperations } from './define-operations.ts';

export const teams = defineOperations('teams', {
  me: {
    operationId: 'getMe',
    type: 'query',
    access: 'credential',
    input: z.strictObject({}).optional(),
    output: Me,
    rest: {
      method: 'GET',
      path: '/api/me',
      tag: 'Credentials',
      summary: 'Get the caller',
      description: 'The kind, the team, and the agent or key behind the token of this request.',
    },
  },
  create: {
    operationId: 'createTeam',
    type: 'mutation',
    access: 'signedIn',
    input: CreateTeam,
    output: CreatedTeam,
    errors: ['FORBIDDEN'],
  },
});

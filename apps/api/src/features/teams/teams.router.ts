import { Me } from '@crewboard/contracts';
import { z } from 'zod';
import { router } from '../../trpc/init.ts';
import { credentialProcedure } from '../../trpc/procedures.ts';
import { getMe } from './get-me.ts';

export const teamsRouter = router({
  me: credentialProcedure
    .meta({
      openapi: {
        method: 'GET',
        path: '/api/me',
        tags: ['Credentials'],
        summary: 'Tell what my credential is',
        description: 'The kind, the team, and the agent or key behind the token of this request.',
      },
    })
    .input(z.strictObject({}).optional())
    .output(Me)
    .query(getMe),
});

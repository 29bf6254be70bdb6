import { CreatedTeam, CreateTeam, Me } from '@crewboard/contracts';
import { z } from 'zod';
import { router } from '../../trpc/init.ts';
import { credentialProcedure, userProcedure } from '../../trpc/procedures.ts';
import { createOwnTeam } from './create-own-team.ts';
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
  create: userProcedure.input(CreateTeam).output(CreatedTeam).mutation(createOwnTeam),
});

import { ApiKey, ApiKeyWithSecret, CreateApiKey, RevokeApiKey, TeamTarget } from '@crewboard/contracts';
import { z } from 'zod';
import { router } from '../../trpc/init.ts';
import { adminProcedure } from '../../trpc/procedures.ts';
import { createApiKey } from './create-api-key.ts';
import { listApiKeys } from './list-api-keys.ts';
import { revokeApiKey } from './revoke-api-key.ts';

export const apiKeysRouter = router({
  list: adminProcedure.input(TeamTarget).output(z.array(ApiKey)).query(listApiKeys),
  create: adminProcedure.input(CreateApiKey).output(ApiKeyWithSecret).mutation(createApiKey),
  revoke: adminProcedure.input(RevokeApiKey).output(ApiKey).mutation(revokeApiKey),
});

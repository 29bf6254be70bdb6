import { z } from 'zod';
import { ApiKey, ApiKeyWithSecret, CreateApiKey, RevokeApiKey } from '../resources/api-key.ts';
import { TeamTarget } from '../resources/team.ts';
import { defineOperations, mutation, query } from './define-operations.ts';

export const apiKeys = defineOperations('apiKeys', {
  list: query('listApiKeys', {
    access: 'admin',
    input: TeamTarget,
    output: z.array(ApiKey),
  }),
  create: mutation('createApiKey', {
    access: 'admin',
    input: CreateApiKey,
    output: ApiKeyWithSecret,
  }),
  revoke: mutation('revokeApiKey', {
    access: 'admin',
    input: RevokeApiKey,
    output: ApiKey,
  }),
});

import { z } from 'zod';
import { ApiKey, ApiKeyWithSecret, CreateApiKey, RevokeApiKey } from '../api-key.ts';
import { TeamTarget } from '../team.ts';
import { defineOperations } from './define-operations.ts';

export const apiKeys = defineOperations('apiKeys', {
  list: {
    operationId: 'listApiKeys',
    type: 'query',
    access: 'admin',
    input: TeamTarget,
    output: z.array(ApiKey),
  },
  create: {
    operationId: 'createApiKey',
    type: 'mutation',
    access: 'admin',
    input: CreateApiKey,
    output: ApiKeyWithSecret,
  },
  revoke: {
    operationId: 'revokeApiKey',
    type: 'mutation',
    access: 'admin',
    input: RevokeApiKey,
    output: ApiKey,
  },
});

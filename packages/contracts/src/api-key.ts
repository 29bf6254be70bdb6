import { z } from 'zod';
import { Expiry, Id, Name, PathId, Time } from './text.ts';

const apiKeyFields = {
  id: Id,
  name: z.string(),
  prefix: z.string().meta({ description: 'The first characters, to recognise the key by.' }),
  createdAt: Time,
  expiresAt: Time.nullable(),
  lastUsedAt: Time.nullable(),
  revokedAt: Time.nullable(),
};

/** A team API key, without its secret. */
export const ApiKey = z.strictObject(apiKeyFields);
export type ApiKey = z.infer<typeof ApiKey>;

/** An API key as events hold it. */
export const ApiKeySnapshot = ApiKey.pick({
  id: true,
  name: true,
  createdAt: true,
  expiresAt: true,
  revokedAt: true,
})
  .extend({ teamId: Id })
  .meta({ id: 'ApiKeySnapshot' });

/** The response to creation: the only one that carries the key itself. */
export const ApiKeyWithSecret = z.strictObject({ ...apiKeyFields, apiKey: z.string() });
export type ApiKeyWithSecret = z.infer<typeof ApiKeyWithSecret>;

export const CreateApiKey = z.strictObject({
  teamId: PathId,
  name: Name,
  expiresAt: Expiry.nullish(),
});

export const RevokeApiKey = z.strictObject({ teamId: PathId, keyId: PathId });

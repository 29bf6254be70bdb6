import { z } from 'zod';
import { keyAccesses } from '../enums.ts';
import { Expiry, Id, Name, oneOf, PathId, Time } from '../schemas/values.ts';

/**
 * What a key may do. `manage`: everything that keys may; `tasks`: work on tasks and comments, and read; `read`: read
 * only.
 */
export const KeyAccess = oneOf(keyAccesses).meta({ id: 'KeyAccess' });
export type KeyAccess = z.infer<typeof KeyAccess>;

const apiKeyFields = {
  id: Id,
  name: z.string(),
  access: KeyAccess,
  prefix: z.string().meta({ description: 'The first characters, to recognise the key by.' }),
  createdAt: Time,
  expiresAt: Time.nullable(),
  lastUsedAt: Time.nullable(),
  revokedAt: Time.nullable(),
};

/** A team API key, without its secret. */
export const ApiKey = z.strictObject(apiKeyFields);
export type ApiKey = z.infer<typeof ApiKey>;

/** An API key as events contain it. */
export const ApiKeySnapshot = ApiKey.pick({
  id: true,
  name: true,
  access: true,
  createdAt: true,
  expiresAt: true,
  revokedAt: true,
})
  .extend({ teamId: Id })
  .meta({ id: 'ApiKeySnapshot' });

/** The response to the creation. No other response has the key itself. */
export const ApiKeyWithSecret = z.strictObject({ ...apiKeyFields, apiKey: z.string() });
export type ApiKeyWithSecret = z.infer<typeof ApiKeyWithSecret>;

export const CreateApiKey = z.strictObject({
  teamId: PathId,
  name: Name,
  /** No later call changes it. */
  access: KeyAccess.default('manage'),
  expiresAt: Expiry.nullish(),
});

export const RevokeApiKey = z.strictObject({ teamId: PathId, keyId: PathId });

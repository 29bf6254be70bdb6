import type { ApiKeyWithSecret } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import { createToken } from '../../auth/tokens.ts';
import type { Administered } from '../administration/change-record.ts';
import type { TeamWriter } from '../events/record-event.ts';
import { tellOfApiKey } from './tell-of-api-key.ts';

type Call = {
  ctx: { db: Administered } & TeamWriter;
  input: { name: string; expiresAt?: string | null };
};

/** Creates a team API key. Only this response carries the key itself. */
export async function createApiKey({ ctx, input }: Call): Promise<ApiKeyWithSecret> {
  const { teamId } = ctx.actor;
  const { token, hash, prefix } = createToken('team');
  const key = await ctx.db.administer(async (transaction) => {
    const { client, now } = transaction;
    const { id } = await client.apiKey.create({
      data: {
        ...{ id: newId(), teamId, name: input.name, tokenHash: hash, tokenPrefix: prefix },
        ...{ expiresAt: input.expiresAt ?? null, createdAt: now },
      },
      select: { id: true },
    });
    return tellOfApiKey(ctx, transaction, { id, type: 'api_key.created' });
  });
  return { ...key, apiKey: token };
}

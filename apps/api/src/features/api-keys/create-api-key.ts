import type { ApiKeyWithSecret, KeyAccess } from '@crewboard/contracts';
import { newId, type Transaction } from '@crewboard/db';
import { createToken, toStoredToken } from '../../auth/tokens.ts';
import type { Administered } from '../administration/change-record.ts';
import type { TeamWriter } from '../events/record-event.ts';
import { writeApiKeyEvent } from './api-key-row.ts';

type Call = {
  ctx: { db: Administered } & TeamWriter;
  input: { name: string; access?: KeyAccess; expiresAt?: string | null };
};

/** Creates a team API key. Only this response has the key itself. */
export const createApiKey = ({ ctx, input }: Call): Promise<ApiKeyWithSecret> =>
  ctx.db.administer((transaction) => createApiKeyIn(transaction, ctx, input));

/** Creates a team API key in a transaction of the caller; with `token`, from a key that `key generate` printed. */
export async function createApiKeyIn(
  transaction: Transaction,
  writer: TeamWriter,
  { name, access = 'manage', expiresAt = null, token: given }: Call['input'] & { token?: string },
): Promise<ApiKeyWithSecret> {
  const { teamId } = writer.actor;
  const { token, hash, prefix } = given
    ? { token: given, ...toStoredToken('team', given) }
    : createToken('team');
  const { id } = await transaction.client.apiKey.create({
    data: {
      ...{ id: newId(), teamId, name, access, tokenHash: hash, tokenPrefix: prefix },
      ...{ expiresAt, createdAt: transaction.now },
    },
    select: { id: true },
  });
  return { ...(await writeApiKeyEvent(writer, transaction, { id, type: 'api_key.created' })), apiKey: token };
}

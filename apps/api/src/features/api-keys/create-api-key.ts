import type { ApiKeyWithSecret } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import { createToken } from '../../auth/tokens.ts';
import type { TeamDatabase } from '../../limits/team-databases.ts';
import { recordEvent, type Writer, writer } from '../events/record-event.ts';
import { type ApiKeyRow, apiKeyColumns, apiKeyJson, toApiKey } from './api-key-row.ts';

type Call = {
  ctx: { db: TeamDatabase } & Writer;
  input: { name: string; expiresAt?: string | null };
};

const statement = `
  with created as (
    insert into api_keys (id, team_id, name, token_hash, token_prefix, expires_at)
    values ($5, $1, $6, $7, $8, $9)
    returning *
  ),
  event as (${recordEvent({ type: 'api_key.created', subject: 'api_key', json: apiKeyJson, after: 'created' })})
  select ${apiKeyColumns('created')} from created`;

/** Makes a team API key. The key itself is in this answer and never shown again. */
export async function createApiKey({ ctx, input }: Call): Promise<ApiKeyWithSecret> {
  const { token, hash, prefix } = createToken('team');
  const values = [...writer(ctx), newId(), input.name, hash, prefix, input.expiresAt ?? null];
  const { rows } = await ctx.db.pool.query<ApiKeyRow>(statement, values);
  return { ...toApiKey(rows[0] as ApiKeyRow), apiKey: token };
}

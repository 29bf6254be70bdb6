import { type Database, newId } from '@crewboard/db';
import type { SystemActor } from '../../auth/actor.ts';
import { createToken } from '../../auth/tokens.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import { apiKeyJson } from './api-key-row.ts';

type Call = {
  ctx: { db: Database; actor: SystemActor; requestId: string | null };
  input: { name: string; expiresAt: Date | null };
};

const statement = `
  with created as (
    insert into api_keys (id, team_id, name, token_hash, token_prefix, expires_at)
    values ($5, $1, $6, $7, $8, $9)
    returning *
  ),
  event as (${recordEvent({ type: 'api_key.created', subject: 'api_key', json: apiKeyJson, after: 'created' })})
  select id from created`;

/** Makes a team API key. The key itself is in this answer and never shown again. */
export async function createApiKey({ ctx, input }: Call): Promise<{ id: string; apiKey: string }> {
  const { token, hash, prefix } = createToken('team');
  const id = newId();
  const values = [...writer(ctx), id, input.name, hash, prefix, input.expiresAt];
  await ctx.db.pool.query(statement, values);
  return { id, apiKey: token };
}

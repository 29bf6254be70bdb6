import type { ApiKey } from '@crewboard/contracts';
import { notFound } from '../../errors.ts';
import type { TeamDatabase } from '../../limits/team-databases.ts';
import { recordEvent, type Writer, writer } from '../events/record-event.ts';
import { currentRow } from '../patch.ts';
import { type ApiKeyRow, apiKeyColumns, apiKeyJson, toApiKey } from './api-key-row.ts';

type Call = { ctx: { db: TeamDatabase } & Writer; input: { keyId: string } };

const statement = `
  with target as (
    select * from api_keys where id = $5 and team_id = $1 for no key update
  ),
  revoked as (
    update api_keys set revoked_at = now() from target
    where api_keys.id = target.id and target.revoked_at is null
    returning api_keys.*
  ),
  event as (${recordEvent({
    type: 'api_key.revoked',
    subject: 'api_key',
    json: apiKeyJson,
    before: 'target',
    after: 'revoked',
  })})
  select ${apiKeyColumns('api_key')} from target, ${currentRow('revoked', 'api_key')}`;

/** Every request that starts from now on with this key is refused. Revoking again changes nothing. */
export async function revokeApiKey({ ctx, input }: Call): Promise<ApiKey> {
  const { rows } = await ctx.db.pool.query<ApiKeyRow>(statement, [...writer(ctx), input.keyId]);
  if (!rows[0]) throw notFound();
  return toApiKey(rows[0]);
}

import type { Database } from '@crewboard/db';
import type { SystemActor } from '../../auth/actor.ts';
import { notFound } from '../../errors.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import { apiKeyJson } from './api-key-row.ts';

type Call = {
  ctx: { db: Database; actor: SystemActor; requestId: string | null };
  input: { keyId: string };
};

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
  select coalesce(revoked.revoked_at, target.revoked_at) as "revokedAt" from target left join revoked using (id)`;

/** Every request that starts from now on with this key is refused. Revoking again changes nothing. */
export async function revokeApiKey({ ctx, input }: Call): Promise<{ revokedAt: Date }> {
  const { rows } = await ctx.db.pool.query<{ revokedAt: Date }>(statement, [...writer(ctx), input.keyId]);
  if (!rows[0]) throw notFound();
  return rows[0];
}

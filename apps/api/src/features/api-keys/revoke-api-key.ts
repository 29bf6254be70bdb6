import type { ApiKey } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryOne, sql } from '@crewboard/db';
import { notFound } from '../../errors.ts';
import {
  type EventActorParams,
  eventActorParams,
  recordEvent,
  type TeamWriter,
} from '../events/record-event.ts';
import { currentRow } from '../row-change.ts';
import { type ApiKeyRow, apiKeyRow, toApiKey } from './api-key-row.ts';

type Call = { ctx: { db: Queryable } & TeamWriter; input: { keyId: string } };

const statement = defineStatement<EventActorParams & { keyId: string }, ApiKeyRow>(
  (p) => sql`
  with target as (
    select * from api_keys where id = ${p.keyId} and team_id = ${p.teamId} for no key update
  ),
  revoked as (
    update api_keys set revoked_at = now() from target
    where api_keys.id = target.id and target.revoked_at is null
    returning api_keys.*
  ),
  event as (${recordEvent({
    actor: p,
    type: 'api_key.revoked',
    subject: 'api_key',
    snapshot: apiKeyRow.snapshot,
    before: 'target',
    after: 'revoked',
  })})
  select ${apiKeyRow.columns('api_key')} from target, ${currentRow('revoked', 'api_key')}`,
);

/** Rejects every request with this key from now on. Revoking it again changes nothing. */
export async function revokeApiKey({ ctx, input }: Call): Promise<ApiKey> {
  const row = await queryOne(ctx.db, statement, { ...eventActorParams(ctx), keyId: input.keyId });
  if (!row) throw notFound();
  return toApiKey(row);
}

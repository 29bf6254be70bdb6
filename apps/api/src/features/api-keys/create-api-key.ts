import type { ApiKeyWithSecret } from '@crewboard/contracts';
import { defineStatement, newId, type Queryable, queryOne, sql } from '@crewboard/db';
import { createToken } from '../../auth/tokens.ts';
import {
  type EventActorParams,
  eventActorParams,
  recordEvent,
  type TeamWriter,
} from '../events/record-event.ts';
import { type ApiKeyRow, apiKeyRow, toApiKey } from './api-key-row.ts';

type Call = {
  ctx: { db: Queryable } & TeamWriter;
  input: { name: string; expiresAt?: string | null };
};
type Params = EventActorParams & {
  id: string;
  name: string;
  hash: Buffer;
  prefix: string;
  expiresAt: string | null;
};

const statement = defineStatement<Params, ApiKeyRow>(
  (p) => sql`
  with created as (
    insert into api_keys (id, team_id, name, token_hash, token_prefix, expires_at)
    values (${p.id}, ${p.teamId}, ${p.name}, ${p.hash}, ${p.prefix}, ${p.expiresAt})
    returning *
  ),
  event as (${recordEvent({
    actor: p,
    type: 'api_key.created',
    subject: 'api_key',
    snapshot: apiKeyRow.snapshot,
    after: 'created',
  })})
  select ${apiKeyRow.columns('created')} from created`,
);

/** Creates a team API key. Only this response carries the key itself. */
export async function createApiKey({ ctx, input }: Call): Promise<ApiKeyWithSecret> {
  const { token, hash, prefix } = createToken('team');
  const row = await queryOne(ctx.db, statement, {
    ...eventActorParams(ctx),
    id: newId(),
    name: input.name,
    hash,
    prefix,
    expiresAt: input.expiresAt ?? null,
  });
  return { ...toApiKey(row as ApiKeyRow), apiKey: token };
}

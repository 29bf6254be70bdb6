import type { ApiKey } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryOne, sql } from '@crewboard/db';
import { type Administered, changeRecord } from '../administration/change-record.ts';
import { takeLock } from '../administration/locks.ts';
import { toChanges } from '../administration/write-event.ts';
import type { TeamWriter } from '../events/record-event.ts';
import { type ApiKeyRow, apiKeyRow, toApiKey, writeApiKeyEvent } from './api-key-row.ts';

type Call = { ctx: { db: Administered & Queryable } & TeamWriter; input: { keyId: string } };

const selectKey = defineStatement<{ keyId: string }, ApiKeyRow>(
  ({ keyId }) => sql`select ${apiKeyRow.columns('api_keys')} from api_keys where id = ${keyId}`,
);

/** Revokes a key: requests with it are rejected from now on. Revoking it again changes nothing. Throws NOT_FOUND. */
export async function revokeApiKey({ ctx, input }: Call): Promise<ApiKey> {
  const { keyId } = input;
  const revoked = await changeRecord(ctx.db, {
    lock: (transaction) => takeLock(transaction, 'api_keys', keyId),
    read: (client) => client.apiKey.findFirst({ where: { id: keyId, teamId: ctx.actor.teamId } }),
    decide: ({ revokedAt }, now) =>
      revokedAt ? 'keep' : { type: 'api_key.revoked', set: { revokedAt: now } },
    write: ({ client }, { id, revision }, set) =>
      client.apiKey.updateMany({ where: { id, revision }, data: { ...set, revision: { increment: 1 } } }),
    writeEvent: (transaction, key, { type, set }) =>
      writeApiKeyEvent(ctx, transaction, { id: keyId, type, changes: toChanges(key, set, ['revokedAt']) }),
  });
  return revoked ?? toApiKey((await queryOne(ctx.db, selectKey, { keyId })) as ApiKeyRow);
}

import type { ApiKey, KeyAccess } from '@crewboard/contracts';
import { sql } from '@crewboard/db';
import { defineEventWriter } from '../administration/write-event.ts';
import { column, defineRow, eventOnly, nullableTime, type RowOf, responseOnly, time } from '../define-row.ts';

export const apiKeyRow = defineRow({
  id: column<string>(),
  name: column<string>(),
  access: column<KeyAccess>(),
  teamId: eventOnly(column<string>()),
  prefix: responseOnly(column<string>({ column: 'token_prefix' })),
  createdAt: time(),
  expiresAt: nullableTime(),
  lastUsedAt: responseOnly(nullableTime()),
  revokedAt: nullableTime(),
});

export type ApiKeyRow = RowOf<typeof apiKeyRow>;

export const toApiKey: (row: ApiKeyRow) => ApiKey = apiKeyRow.toContract;

/** Writes the event of a changed key, and returns the key. */
export const writeApiKeyEvent = defineEventWriter<ApiKey>({
  subject: 'api_key',
  record: ({ id, teamId }) => sql`select * from api_keys where id = ${id} and team_id = ${teamId}`,
  row: apiKeyRow,
});

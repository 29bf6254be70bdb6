import type { ApiKey } from '@crewboard/contracts';
import { jsonTime } from '../events/record-event.ts';

/** A row of api_keys as `apiKeyColumns` selects it. */
export type ApiKeyRow = {
  id: string;
  name: string;
  tokenPrefix: string;
  createdAt: Date;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
};

/** The columns of an API key, from the name of a row. */
export const apiKeyColumns = (row: string) => `
  ${row}.id, ${row}.name, ${row}.token_prefix as "tokenPrefix", ${row}.created_at as "createdAt",
  ${row}.expires_at as "expiresAt", ${row}.last_used_at as "lastUsedAt", ${row}.revoked_at as "revokedAt"`;

/** An API key as the log of changes keeps it. No secret is in it. */
export const apiKeyJson = (row: string) => `jsonb_build_object(
  'id', ${row}.id, 'name', ${row}.name, 'teamId', ${row}.team_id,
  'expiresAt', ${jsonTime(`${row}.expires_at`)}, 'revokedAt', ${jsonTime(`${row}.revoked_at`)},
  'createdAt', ${jsonTime(`${row}.created_at`)})`;

export function toApiKey(row: ApiKeyRow): ApiKey {
  return {
    id: row.id,
    name: row.name,
    prefix: row.tokenPrefix,
    createdAt: row.createdAt.toISOString(),
    expiresAt: row.expiresAt?.toISOString() ?? null,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}

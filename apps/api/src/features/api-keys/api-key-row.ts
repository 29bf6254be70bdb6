import { jsonTime } from '../events/record-event.ts';

/** An API key as the log of changes keeps it. No secret is in it. */
export const apiKeyJson = (row: string) => `jsonb_build_object(
  'id', ${row}.id, 'name', ${row}.name, 'teamId', ${row}.team_id,
  'expiresAt', ${jsonTime(`${row}.expires_at`)}, 'revokedAt', ${jsonTime(`${row}.revoked_at`)},
  'createdAt', ${jsonTime(`${row}.created_at`)})`;

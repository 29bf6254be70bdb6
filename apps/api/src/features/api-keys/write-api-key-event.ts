import type { ApiKey } from '@crewboard/contracts';
import { sql } from '@crewboard/db';
import { defineEventWriter } from '../administration/write-event.ts';
import { apiKeyRow } from './api-key-row.ts';

/** Writes the event of a changed key, and returns the key. */
export const writeApiKeyEvent = defineEventWriter<ApiKey>({
  subject: 'api_key',
  record: ({ id, teamId }) => sql`select * from api_keys where id = ${id} and team_id = ${teamId}`,
  row: apiKeyRow,
});

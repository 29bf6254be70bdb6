import type { ApiKey } from '@crewboard/contracts';
import { sql } from '@crewboard/db';
import { defineTelling } from '../administration/tell.ts';
import { apiKeyRow } from './api-key-row.ts';

/** Writes the event of a changed key, and returns the key. */
export const tellOfApiKey = defineTelling<ApiKey>({
  subject: 'api_key',
  record: ({ id, teamId }) => sql`select * from api_keys where id = ${id} and team_id = ${teamId}`,
  row: apiKeyRow,
});

import { newId } from '@crewboard/db';
import type { Administered } from '../administration/change-record.ts';
import { createApiKeyIn } from '../api-keys/create-api-key.ts';
import { systemWriter } from '../events/record-event.ts';
import { createTeamRows } from './create-team-rows.ts';

type Call = { ctx: { db: Administered }; input: { name: string } };

/** Creates a team with a first project and a first API key. Only this result carries the key. */
export function createTeam({ ctx, input }: Call) {
  const writer = systemWriter(newId());
  return ctx.db.administer(async (transaction) => {
    const team = await createTeamRows(writer, transaction, input.name);
    const { apiKey } = await createApiKeyIn(transaction, writer, { name: 'First key' });
    return { ...team, apiKey };
  });
}

import type { ApiKey } from '@crewboard/contracts';
import { defineStatement, queryMany, sql } from '@crewboard/db';
import type { VerbContext } from '../verb-context.ts';
import { type ApiKeyRow, apiKeyRow, toApiKey } from './api-key-row.ts';

/** Only what the command line has as well, which calls this without a request. */
type Call = { ctx: Pick<VerbContext, 'db'> & { actor: { teamId: string } } };

const statement = defineStatement<{ teamId: string }, ApiKeyRow>(
  ({ teamId }) => sql`
  select ${apiKeyRow.columns('api_keys')} from api_keys where team_id = ${teamId} order by created_at, id`,
);

/** All keys of the team, the revoked ones included, the oldest first. */
export async function listApiKeys({ ctx }: Call): Promise<ApiKey[]> {
  const rows = await queryMany(ctx.db.reads, statement, { teamId: ctx.actor.teamId });
  return rows.map(toApiKey);
}

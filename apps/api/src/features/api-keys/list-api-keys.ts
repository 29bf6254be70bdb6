import type { ApiKey } from '@crewboard/contracts';
import type { TeamDatabase } from '../../limits/team-databases.ts';
import { type ApiKeyRow, apiKeyColumns, toApiKey } from './api-key-row.ts';

type Call = { ctx: { db: TeamDatabase; actor: { teamId: string } } };

const statement = `select ${apiKeyColumns('api_keys')} from api_keys where team_id = $1 order by created_at, id`;

/** All keys of the team, the revoked ones included, the oldest first. */
export async function listApiKeys({ ctx }: Call): Promise<ApiKey[]> {
  const { rows } = await ctx.db.reads.query<ApiKeyRow>(statement, [ctx.actor.teamId]);
  return rows.map(toApiKey);
}

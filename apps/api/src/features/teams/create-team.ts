import { type Database, newId } from '@crewboard/db';
import { createToken } from '../../auth/tokens.ts';
import { apiKeyJson } from '../api-keys/api-key-row.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import { teamWithProject } from './team-with-project.ts';

type Call = { ctx: { db: Database }; input: { name: string } };

const statement = `
  with ${teamWithProject()},
  api_key as (
    insert into api_keys (id, team_id, name, token_hash, token_prefix)
    select $7, team.id, 'First key', $8, $9 from team returning *
  ),
  api_key_event as (${recordEvent({
    type: 'api_key.created',
    subject: 'api_key',
    json: apiKeyJson,
    after: 'api_key',
  })})
  select`;

/** Makes a team with a first project and a first API key, which is in this answer and never shown again. */
export async function createTeam({ ctx, input }: Call) {
  const [teamId, projectId] = [newId(), newId()];
  const { token, hash, prefix } = createToken('team');
  const actor = { kind: 'system', id: null, teamId } as const;
  const values = [...writer({ actor, requestId: null }), input.name, projectId, newId(), hash, prefix];
  await ctx.db.pool.query(statement, values);
  return { teamId, projectId, apiKey: token };
}

import { defineStatement, newId, type Queryable, queryMany, sql } from '@crewboard/db';
import { createToken } from '../../auth/tokens.ts';
import { apiKeyRow } from '../api-keys/api-key-row.ts';
import { eventActorParams, recordEvent } from '../events/record-event.ts';
import { type TeamParams, teamWithProject } from './team-with-project.ts';

type Call = { ctx: { db: Queryable }; input: { name: string } };

type Params = TeamParams & { keyId: string; hash: Buffer; prefix: string };

const statement = defineStatement<Params, object>(
  (p) => sql`
  with ${teamWithProject(p)},
  api_key as (
    insert into api_keys (id, team_id, name, token_hash, token_prefix)
    select ${p.keyId}, team.id, 'First key', ${p.hash}, ${p.prefix} from team returning *
  ),
  api_key_event as (${recordEvent({
    actor: p,
    type: 'api_key.created',
    subject: 'api_key',
    snapshot: apiKeyRow.snapshot,
    after: 'api_key',
  })})
  select`,
);

/** Creates a team with a first project and a first API key. Only this result carries the key. */
export async function createTeam({ ctx, input }: Call) {
  const [teamId, projectId] = [newId(), newId()];
  const { token, hash, prefix } = createToken('team');
  const actor = { kind: 'system', id: null, teamId } as const;
  await queryMany(ctx.db, statement, {
    ...eventActorParams({ actor, requestId: null }),
    teamName: input.name,
    projectId,
    keyId: newId(),
    hash,
    prefix,
  });
  return { teamId, projectId, apiKey: token };
}

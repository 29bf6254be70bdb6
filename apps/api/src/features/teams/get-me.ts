import type { Me } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import type { AgentActor, KeyActor } from '../../auth/actor.ts';
import { notFound } from '../../errors.ts';
import { type AgentRow, agentRow, toAgent } from '../agents/agent-row.ts';
import { type ApiKeyRow, apiKeyRow, toApiKey } from '../api-keys/api-key-row.ts';
import { uncountedCompletions } from '../events/uncounted.ts';
import type { VerbContext } from '../verb-context.ts';
import { teamRow } from './team-row.ts';

type Params = { id: string };
type OfTeam = { team: Me['team'] };

const teamJson = sql`${teamRow.json('teams')} as team`;

const selectAgent = defineStatement<Params & { teamId: string }, AgentRow & OfTeam>(
  ({ id, teamId }) => sql`
  with ${uncountedCompletions(teamId)}
  select ${agentRow.columns('agents')}, ${teamJson}
  from agents join teams on teams.id = agents.team_id where agents.id = ${id}`,
);

const selectKey = defineStatement<Params, ApiKeyRow & OfTeam>(
  ({ id }) => sql`
  select ${apiKeyRow.columns('api_keys')}, ${teamJson}
  from api_keys join teams on teams.id = api_keys.team_id where api_keys.id = ${id}`,
);

/** What a program learns about its own credential: the kind, the team, and the agent or key. */
export async function getMe({ ctx }: { ctx: VerbContext<AgentActor | KeyActor> }): Promise<Me> {
  const { kind, id, teamId } = ctx.actor;
  if (kind === 'agent') {
    const agent = await queryOne(ctx.db, selectAgent, { id, teamId });
    if (!agent) throw notFound();
    return { kind, teamId, team: agent.team, agent: toAgent(agent), key: null };
  }
  const key = await queryOne(ctx.db, selectKey, { id });
  if (!key) throw notFound();
  const { name, access, expiresAt } = toApiKey(key);
  return {
    kind,
    teamId,
    team: key.team,
    agent: null,
    key: { id, name, access, expiresAt },
  };
}

import type { Me } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import type { AgentActor, KeyActor } from '../../auth/actor.ts';
import { notFound } from '../../errors.ts';
import { type AgentRow, agentRow, toAgent } from '../agents/agent-row.ts';
import { type ApiKeyRow, apiKeyRow, toApiKey } from '../api-keys/api-key-row.ts';
import { uncountedCompletions } from '../events/uncounted.ts';
import type { VerbContext } from '../verb-context.ts';

type Params = { id: string };
type TeamName = { teamName: string };

const selectAgent = defineStatement<Params & { teamId: string }, AgentRow & TeamName>(
  ({ id, teamId }) => sql`
  with ${uncountedCompletions(teamId)}
  select ${agentRow.columns('agents')}, teams.name as "teamName"
  from agents join teams on teams.id = agents.team_id where agents.id = ${id}`,
);

const selectKey = defineStatement<Params, ApiKeyRow & TeamName>(
  ({ id }) => sql`
  select ${apiKeyRow.columns('api_keys')}, teams.name as "teamName"
  from api_keys join teams on teams.id = api_keys.team_id where api_keys.id = ${id}`,
);

/** The caller's credential: its kind, its team, and the agent or key itself. */
export async function getMe({ ctx }: { ctx: VerbContext<AgentActor | KeyActor> }): Promise<Me> {
  const { kind, id, teamId } = ctx.actor;
  if (kind === 'agent') {
    const agent = await queryOne(ctx.db, selectAgent, { id, teamId });
    if (!agent) throw notFound();
    return { kind, teamId, team: { id: teamId, name: agent.teamName }, agent: toAgent(agent), key: null };
  }
  const key = await queryOne(ctx.db, selectKey, { id });
  if (!key) throw notFound();
  const { name, access, expiresAt } = toApiKey(key);
  return {
    kind,
    teamId,
    team: { id: teamId, name: key.teamName },
    agent: null,
    key: { id, name, access, expiresAt },
  };
}

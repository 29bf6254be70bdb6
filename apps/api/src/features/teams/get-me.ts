import type { Me } from '@crewboard/contracts';
import type { AgentActor, KeyActor } from '../../auth/actor.ts';
import { notFound } from '../../errors.ts';
import { type AgentRow, agentColumns, toAgent } from '../agents/agent-row.ts';
import { type ApiKeyRow, apiKeyColumns } from '../api-keys/api-key-row.ts';
import type { VerbContext } from '../verb-context.ts';

const statements = {
  agent: {
    name: 'get-me-agent',
    text: `select ${agentColumns('agents')}, teams.name as "teamName"
      from agents join teams on teams.id = agents.team_id where agents.id = $1`,
  },
  key: {
    name: 'get-me-key',
    text: `select ${apiKeyColumns('api_keys')}, teams.name as "teamName"
      from api_keys join teams on teams.id = api_keys.team_id where api_keys.id = $1`,
  },
};

/** What the caller's credential is: its kind, its team, and the agent or key itself. */
export async function getMe({ ctx }: { ctx: VerbContext<AgentActor | KeyActor> }): Promise<Me> {
  const { kind, id, teamId } = ctx.actor;
  const { rows } = await ctx.db.pool.query<(AgentRow & ApiKeyRow) & { teamName: string }>({
    ...statements[kind],
    values: [id],
  });
  const [row] = rows;
  if (!row) throw notFound();
  const team = { id: teamId, name: row.teamName };
  if (kind === 'agent') return { kind, teamId, team, agent: toAgent(row), key: null };
  const key = { id, name: row.name, expiresAt: row.expiresAt?.toISOString() ?? null };
  return { kind, teamId, team, agent: null, key };
}

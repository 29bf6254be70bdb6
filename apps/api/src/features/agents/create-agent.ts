import {
  type AgentWithToken,
  agentFields,
  type CreateAgent,
  fieldsOnCreation,
  maxAgents,
} from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import { createToken } from '../../auth/tokens.ts';
import { limitReached } from '../../errors.ts';
import { takeLock } from '../administration/locks.ts';
import type { Call } from '../verb-context.ts';
import { writeAgentEvent } from './agent-row.ts';

const tooMany = () =>
  limitReached(
    `The team has ${maxAgents.toLocaleString('en')} agents, the maximum. Reuse an inactive agent: rename and reactivate it, then rotate its token.`,
  );

/** Creates an active agent. Only this response has its token. Throws LIMIT_REACHED if the team has 10,000 agents. */
export async function createAgent({ ctx, input }: Call<typeof CreateAgent>): Promise<AgentWithToken> {
  const { teamId } = ctx.actor;
  const { token, hash, prefix } = createToken('agent');
  const agent = await ctx.db.administer(async (transaction) => {
    const { client, now } = transaction;
    await takeLock(transaction, 'agentsOfTeam', teamId);
    if ((await client.agent.count({ where: { teamId } })) >= maxAgents) throw tooMany();
    const { id } = await client.agent.create({
      data: {
        ...{ id: newId(), teamId, ...fieldsOnCreation(agentFields, input) },
        ...{ tokenHash: hash, tokenPrefix: prefix, tokenExpiresAt: input.expiresAt ?? null },
        ...{ createdAt: now, updatedAt: now },
      },
      select: { id: true },
    });
    return writeAgentEvent(ctx, transaction, { id, type: 'agent.created', secrets: { token } });
  });
  return { ...agent, token };
}

import type { AgentWithToken, RotateAgentToken } from '@crewboard/contracts';
import { createToken } from '../../auth/tokens.ts';
import { notFound } from '../../errors.ts';
import type { Call } from '../verb-context.ts';
import { decideRotation } from './agent-rules.ts';
import { changeAgent } from './change-agent.ts';

/**
 * Replaces the agent's token. Only this response carries the new one. The old one is rejected from now on, or for
 * `graceSeconds` (0 to 86,400) as long as it would have been valid; the one before it ends at once. Throws NOT_FOUND.
 */
export async function rotateAgentToken({
  ctx,
  input,
}: Call<typeof RotateAgentToken>): Promise<AgentWithToken> {
  const { token, hash, prefix } = createToken('agent');
  const expiresAt = input.expiresAt ? new Date(input.expiresAt) : null;
  const call = { hash, prefix, expiresAt, graceSeconds: input.graceSeconds ?? 0 };
  const agent = await changeAgent(ctx, input.agentId, {
    decide: (agent, now) => decideRotation(agent, call, now),
    secrets: { token },
  });
  if (!agent) throw notFound();
  return { ...agent, token };
}

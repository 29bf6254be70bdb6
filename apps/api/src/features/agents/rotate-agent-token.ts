import type { AgentWithToken, RotateAgentToken } from '@crewboard/contracts';
import { createToken } from '../../auth/tokens.ts';
import { notFound } from '../../errors.ts';
import type { Call } from '../verb-context.ts';
import { decideRotation } from './agent-rules.ts';
import { changeAgent } from './change-agent.ts';

/**
 * Replaces the agent's token. Only this response has the new one. The replaced token ends at once, or after
 * `graceSeconds` (0 to 86,400) but not later than its own expiry. Throws NOT_FOUND.
 */
export async function rotateAgentToken({
  ctx,
  input,
}: Call<typeof RotateAgentToken>): Promise<AgentWithToken> {
  const { token, hash, prefix } = createToken('agent');
  const expiresAt = input.expiresAt ? new Date(input.expiresAt) : null;
  const newToken = { hash, prefix, expiresAt, graceSeconds: input.graceSeconds ?? 0 };
  const agent = await changeAgent(ctx, input.agentId, {
    decide: (agent, now) => decideRotation(agent, newToken, now),
    secrets: { token },
  });
  if (!agent) throw notFound();
  return { ...agent, token };
}

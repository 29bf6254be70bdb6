import type { AgentPatch } from '@crewboard/contracts';
import type { AgentModel } from '@crewboard/db';
import { pickChanged, type RecordDecision } from '../administration/change-record.ts';
import type { AgentColumns } from './change-agent.ts';

// The rules of agents, without I/O.

const noToken = {
  ...{ tokenHash: null, tokenPrefix: null, tokenExpiresAt: null },
  ...{ previousTokenHash: null, previousTokenUntil: null },
};

/**
 * A deactivation deletes both tokens; a reactivation restores none. A reactivation sets `resumedAt`: from this time on
 * the tasks of the agent count as waiting for it.
 */
export function decideAgentUpdate(
  agent: AgentModel,
  patch: AgentPatch,
  now: Date,
): RecordDecision<AgentColumns> {
  const set = pickChanged(agent, patch);
  if (!set) return 'keep';
  if (set.status === 'inactive') return { type: 'agent.deactivated', set: { ...set, ...noToken } };
  if (set.status === 'active') return { type: 'agent.reactivated', set: { ...set, resumedAt: now } };
  return { type: 'agent.updated', set };
}

type NewToken = {
  hash: Uint8Array<ArrayBuffer>;
  prefix: string;
  expiresAt: Date | null;
  graceSeconds: number;
};

/**
 * The replaced token stays valid for `graceSeconds`, at most until its own expiry. A token that an earlier rotation
 * replaced ends at once. Sets `resumedAt` if the agent had no valid token: from then on it can work again.
 */
export function decideRotation(
  { tokenHash, tokenExpiresAt, previousTokenUntil }: AgentModel,
  { hash, prefix, expiresAt, graceSeconds }: NewToken,
  now: Date,
): RecordDecision<AgentColumns> {
  const graceEnd = now.getTime() + 1_000 * graceSeconds;
  const until = Math.min(graceEnd, tokenExpiresAt?.getTime() ?? graceEnd);
  const hadToken =
    (tokenHash !== null && (tokenExpiresAt === null || tokenExpiresAt > now)) ||
    (previousTokenUntil !== null && previousTokenUntil > now);
  return {
    type: 'agent.token_rotated',
    set: {
      ...{ tokenHash: hash, tokenPrefix: prefix, tokenExpiresAt: expiresAt, previousTokenHash: tokenHash },
      previousTokenUntil: tokenHash && graceSeconds > 0 ? new Date(until) : null,
      ...(!hadToken && { resumedAt: now }),
    },
  };
}

import type { AgentPatch } from '@crewboard/contracts';
import type { AgentModel } from '@crewboard/db';
import type { RecordDecision } from '../administration/change-record.ts';
import { pickChanged } from '../administration/pick-changed.ts';
import type { AgentColumns } from './change-agent.ts';

// The rules of agents, without I/O.

const noToken = {
  ...{ tokenHash: null, tokenPrefix: null, tokenExpiresAt: null },
  ...{ previousTokenHash: null, previousTokenUntil: null },
};

/** A deactivation deletes the token and the previous one; a reactivation brings none back. */
export function decideAgentUpdate(agent: AgentModel, patch: AgentPatch): RecordDecision<AgentColumns> {
  const set = pickChanged(agent, patch);
  if (!set) return 'keep';
  if (set.status === 'inactive') return { type: 'agent.deactivated', set: { ...set, ...noToken } };
  return { type: set.status === 'active' ? 'agent.reactivated' : 'agent.updated', set };
}

type NewToken = {
  hash: Uint8Array<ArrayBuffer>;
  prefix: string;
  expiresAt: Date | null;
  graceSeconds: number;
};

/**
 * The old token is valid for `graceSeconds`, but no longer than it would have been. The one before it ends at once.
 */
export function decideRotation(
  { tokenHash, tokenExpiresAt }: AgentModel,
  { hash, prefix, expiresAt, graceSeconds }: NewToken,
  now: Date,
): RecordDecision<AgentColumns> {
  const graceEnd = now.getTime() + 1_000 * graceSeconds;
  const until = Math.min(graceEnd, tokenExpiresAt?.getTime() ?? graceEnd);
  return {
    type: 'agent.token_rotated',
    set: {
      ...{ tokenHash: hash, tokenPrefix: prefix, tokenExpiresAt: expiresAt, previousTokenHash: tokenHash },
      previousTokenUntil: tokenHash && graceSeconds > 0 ? new Date(until) : null,
    },
  };
}

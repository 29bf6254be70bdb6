import { canManage, type MemberRole } from '@crewboard/contracts';

// The rules of invitations, without I/O.

export type Acceptance = {
  invitation: { revokedAt: Date | null; expiresAt: Date; uses: number; maxUses: number };
  /** Null for an invitation that an operator made at the command line; a null role for a person who left the team. */
  inviter: { role: MemberRole | null } | null;
  /** Whether the person is already in the team. */
  isMember: boolean;
  now: Date;
};

export type InvitationRejection = 'revoked' | 'expired' | 'used_up' | 'inviter_may_not';

/** Decides whether a person joins. 'keep': the person is already in the team, and the use does not count. */
export function decideAcceptance(acceptance: Acceptance): 'join' | 'keep' | InvitationRejection {
  const { invitation, inviter, isMember, now } = acceptance;
  const { revokedAt, expiresAt, uses, maxUses } = invitation;
  if (revokedAt) return 'revoked';
  if (expiresAt <= now) return 'expired';
  if (inviter && (!inviter.role || !canManage(inviter.role))) return 'inviter_may_not';
  if (isMember) return 'keep';
  return uses < maxUses ? 'join' : 'used_up';
}

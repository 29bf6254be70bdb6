import { canManage, type MemberRole } from '@crewboard/contracts';

// The rules of invitations, without I/O.

export type Acceptance = {
  invitation: { revokedAt: Date | null; expiresAt: Date; uses: number; maxUses: number };
  /** Null: an operator at the command line made it. */
  inviter: { role: MemberRole | null } | null;
  /** Whether the person is in the team already. */
  isMember: boolean;
  now: Date;
};

export type InvitationRejection = 'revoked' | 'expired' | 'used_up' | 'inviter_may_not';

/** Whether a person joins; `keep`: they are in the team, and use no place of the link. */
export function decideAcceptance(acceptance: Acceptance): 'join' | 'keep' | InvitationRejection {
  const { invitation, inviter, isMember, now } = acceptance;
  const { revokedAt, expiresAt, uses, maxUses } = invitation;
  if (revokedAt) return 'revoked';
  if (expiresAt <= now) return 'expired';
  if (inviter && (!inviter.role || !canManage(inviter.role))) return 'inviter_may_not';
  if (isMember) return 'keep';
  return uses < maxUses ? 'join' : 'used_up';
}

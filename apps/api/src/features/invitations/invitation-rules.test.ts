import { describe, expect, it } from 'vitest';
import { type Acceptance, decideAcceptance } from './invitation-rules.ts';

const now = new Date('2026-11-26T10:00:00Z');
const invitation = { revokedAt: null, expiresAt: new Date('2026-11-27T10:00:00Z'), uses: 0, maxUses: 1 };

const decide = ({
  invitation: changed,
  ...rest
}: Partial<Omit<Acceptance, 'invitation'>> & { invitation?: object }) =>
  decideAcceptance({
    ...{ inviter: { role: 'admin' }, isMember: false, now, ...rest },
    invitation: { ...invitation, ...changed },
  });

describe('an acceptance of an invitation', () => {
  it.each([
    ['that works', {}, 'join'],
    ['of an owner', { inviter: { role: 'owner' } }, 'join'],
    ['of an operator', { inviter: null }, 'join'],
    ['with one place left', { invitation: { uses: 4, maxUses: 5 } }, 'join'],
    ['in its last millisecond', { invitation: { expiresAt: new Date(now.getTime() + 1) } }, 'join'],
    ['at its end', { invitation: { expiresAt: now } }, 'expired'],
    ['that was revoked', { invitation: { revokedAt: now } }, 'revoked'],
    ['without a place left', { invitation: { uses: 1 } }, 'used_up'],
    ['of a member', { inviter: { role: 'member' } }, 'inviter_may_not'],
    ['of a viewer', { inviter: { role: 'viewer' } }, 'inviter_may_not'],
    ['of somebody who left', { inviter: { role: null } }, 'inviter_may_not'],
    ['by a member of the team', { isMember: true }, 'keep'],
    ['by a member, without a place left', { isMember: true, invitation: { uses: 1 } }, 'keep'],
    ['by a member, that was revoked', { isMember: true, invitation: { revokedAt: now } }, 'revoked'],
    ['by a member, at its end', { isMember: true, invitation: { expiresAt: now } }, 'expired'],
    ['that was revoked and has expired', { invitation: { revokedAt: now, expiresAt: now } }, 'revoked'],
  ] as const)('%s', (_case, given, expected) => {
    expect(decide(given)).toBe(expected);
  });
});

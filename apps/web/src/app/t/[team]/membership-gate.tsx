'use client';

import type { Account, TeamOfMine } from '@crewboard/contracts';
import { type ReactNode, useCallback, useState } from 'react';
import { EndMembershipContext, type MembershipEnd } from '#domain/team/membership.tsx';
import { AccountFrame } from '#features/shell/account-frame.tsx';
import { lazyPart, usePreload } from '#lib/lazy/lazy-part.tsx';

const EndedMembership = lazyPart(
  async () => (await import('#features/teams/ended-membership.tsx')).EndedMembership,
);

interface MembershipGateProps {
  account: Account;
  team: TeamOfMine;
  children: ReactNode;
}

/** Renders the pages of a team while the person is a member, and a message afterwards. Its `key` must be the team. */
export function MembershipGate({ account, team, children }: MembershipGateProps) {
  const [ended, setEnded] = useState<MembershipEnd | null>(null);
  usePreload(EndedMembership);
  // Keep the first reason: after a person has left, an event that they were removed arrives as well.
  const end = useCallback((next: MembershipEnd) => setEnded((known) => known ?? next), []);

  if (!ended) return <EndMembershipContext value={end}>{children}</EndMembershipContext>;
  return (
    <AccountFrame account={account}>
      <EndedMembership end={ended} teamName={team.name} />
    </AccountFrame>
  );
}

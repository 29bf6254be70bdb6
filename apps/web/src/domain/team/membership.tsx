'use client';

import { createContext, use } from 'react';

/** Why a person who looks at a page of a team is in it no more. */
export type MembershipEnd = 'removed' | 'left';

/** Replaces the pages of the team by a page that says so. */
export const EndMembershipContext = createContext<((end: MembershipEnd) => void) | null>(null);

export function useEndMembership(): (end: MembershipEnd) => void {
  const end = use(EndMembershipContext);
  if (!end) throw new Error('useEndMembership is for pages of a team');
  return end;
}

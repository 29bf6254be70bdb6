import { createContext, use } from 'react';

/** Why the membership of the person ended. */
export type MembershipEnd = 'removed' | 'left' | 'deleted';

/** Provides a function that replaces the pages of the team with a message. */
export const EndMembershipContext = createContext<((end: MembershipEnd) => void) | null>(null);

/** The function that ends the membership on this page. Throws outside of pages of a team. */
export function useEndMembership(): (end: MembershipEnd) => void {
  const end = use(EndMembershipContext);
  if (!end) throw new Error('useEndMembership is for pages of a team');
  return end;
}

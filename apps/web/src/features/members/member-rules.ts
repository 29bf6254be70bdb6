import type { Member, MemberRole } from '@crewboard/contracts';
import { isolate } from '#lib/text/isolate.ts';

// Actions that the API would reject are disabled, with the reason. The API decides.

/** Only owners and admins see the list. */
interface Viewer {
  userId: string;
  role: MemberRole;
}

export interface MemberRules {
  /** Why the role cannot be changed at all. */
  role: string | null;
  /** Why this person cannot be made an owner. */
  makeOwner: string | null;
  /** Why they cannot be removed, or leave. */
  removal: string | null;
}

/** `isLastOwner` is whether the member is known to be the only owner of the team. */
export function rulesFor(viewer: Viewer, member: Member, isLastOwner: boolean): MemberRules {
  const isSelf = viewer.userId === member.userId;
  if (member.role === 'owner' && viewer.role !== 'owner') {
    return {
      role: 'Only owners can change the role of an owner.',
      makeOwner: null,
      removal: 'Only owners can remove an owner.',
    };
  }
  const last = isLastOwner
    ? `${isSelf ? 'You are' : `${isolate(member.name)} is`} the last owner. Make someone else an owner first.`
    : null;
  return {
    role: last,
    makeOwner: viewer.role === 'owner' ? null : 'Only owners can make someone an owner.',
    removal: last,
  };
}

/** The only owner; null if that is unknown, because members who are not loaded may be owners. */
export function lastOwnerOf(members: Member[], isComplete: boolean): string | null {
  const [first, second] = members.filter(({ role }) => role === 'owner');
  return isComplete && first && !second ? first.userId : null;
}

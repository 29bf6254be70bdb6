import { decideMemberChange, type Member, type MemberRole } from '@crewboard/contracts';
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
  const change = { caller: viewer, person: member, isSelf, hasOtherOwner: !isLastOwner };
  const reasonFor = (newRole: MemberRole | null, ownersOnly: string): string | null => {
    const decision = decideMemberChange({ ...change, newRole });
    if (decision === 'owners_only') return ownersOnly;
    if (decision !== 'last_owner') return null;
    return `${isSelf ? 'You are' : `${isolate(member.name)} is`} the last owner. Make someone else an owner first.`;
  };
  // The rule treats all roles but that of an owner alike: any of them shows whether a change is possible.
  const role = reasonFor('viewer', 'Only owners can change the role of an owner.');
  return {
    role,
    makeOwner: role ? null : reasonFor('owner', 'Only owners can make someone an owner.'),
    removal: reasonFor(null, 'Only owners can remove an owner.'),
  };
}

/** The only owner; null if that is unknown, because members who are not loaded may be owners. */
export function lastOwnerOf(members: Member[], isComplete: boolean): string | null {
  const [first, second] = members.filter(({ role }) => role === 'owner');
  return isComplete && first && !second ? first.userId : null;
}

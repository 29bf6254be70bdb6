import { decideMemberChange, type Member, type MemberRole } from '@crewboard/contracts';
import { isolate } from '#lib/text/isolate.ts';

/** Why actions on a member are disabled: the API would reject them. Null for an allowed action. */
export interface DisabledReasons {
  changeRole: string | null;
  /** Null also where no change of the role is allowed. */
  makeOwner: string | null;
  /** Removing the member; of the viewer, leaving the team. */
  remove: string | null;
}

/** The signed-in person: an owner or admin, since other roles do not see the list. */
export type Viewer = Pick<Member, 'userId' | 'role'>;

/** @param isLastOwner whether the member is known to be the only owner of the team */
export function findDisabledReasons(viewer: Viewer, member: Member, isLastOwner: boolean): DisabledReasons {
  const isSelf = viewer.userId === member.userId;
  const change = { caller: viewer, person: member, isSelf, hasOtherOwner: !isLastOwner };
  const findReason = (newRole: MemberRole | null, ownersOnlyReason: string): string | null => {
    const decision = decideMemberChange({ ...change, newRole });
    if (decision === 'owners_only') return ownersOnlyReason;
    if (decision !== 'last_owner') return null;
    return `${isSelf ? 'You are' : `${isolate(member.name)} is`} the last owner. Make someone else an owner first.`;
  };
  // The rule is the same for all roles but owner: viewer stands for all of them.
  const changeRole = findReason('viewer', 'Only owners can change the role of an owner.');
  return {
    changeRole,
    makeOwner: changeRole ? null : findReason('owner', 'Only owners can make someone an owner.'),
    remove: findReason(null, 'Only owners can remove an owner.'),
  };
}

/** The user id of the only owner; null if unknown, because members who are not loaded may be owners. */
export function lastOwnerOf(members: Member[], isComplete: boolean): string | null {
  const [first, second] = members.filter(({ role }) => role === 'owner');
  return isComplete && first && !second ? first.userId : null;
}

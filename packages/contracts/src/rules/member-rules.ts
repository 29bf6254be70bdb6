import type { MemberRole } from '../resources/member.ts';

/** A member is removed or gets another role. */
export type MemberChange = {
  /** Null for an operator at the command line, who may do everything but remove the last owner. */
  caller: { role: MemberRole } | null;
  person: { role: MemberRole };
  isSelf: boolean;
  hasOtherOwner: boolean;
  /** Null if the person is removed. */
  newRole: MemberRole | null;
};

export type MemberRejection = 'not_manager' | 'owners_only' | 'last_owner';

/**
 * Decides a change of a role or a removal: why it is rejected; `keep` if the person already has the role; or `change`.
 */
export function decideMemberChange(change: MemberChange): MemberRejection | 'keep' | 'change' {
  const { caller, person, isSelf, hasOtherOwner, newRole } = change;
  const leaves = isSelf && newRole === null;
  if (caller && caller.role !== 'owner') {
    if (caller.role !== 'admin' && !leaves) return 'not_manager';
    if (person.role === 'owner' || newRole === 'owner') return 'owners_only';
  }
  if (person.role === 'owner' && newRole !== 'owner' && !hasOtherOwner) return 'last_owner';
  return person.role === newRole ? 'keep' : 'change';
}

import type { MemberRole } from '../resources/account.ts';

export type MemberChange = {
  /** Null: the operator at the command line, who may do everything but remove the last owner. */
  caller: { role: MemberRole } | null;
  person: { role: MemberRole };
  isSelf: boolean;
  hasOtherOwner: boolean;
  /** Null: the person is removed. */
  newRole: MemberRole | null;
};

export type MemberRejection = 'not_manager' | 'owners_only' | 'last_owner';

/** Why a change of a role or a removal is rejected; `keep`: the person has the role already. */
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

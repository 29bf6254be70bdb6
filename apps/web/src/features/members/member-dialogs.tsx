'use client';

import type { Member, MemberRole } from '@crewboard/contracts';
import { LeaveTeamDialog } from './leave-team-dialog.tsx';
import type { MemberDialog } from './member-dialog.ts';
import { OwnRoleDialog } from './own-role-dialog.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';

interface MemberDialogsProps {
  dialog: MemberDialog | null;
  onSetRole: (member: Member, role: MemberRole) => void;
  onClose: () => void;
}

/** The dialog that is open, if any. */
export function MemberDialogs({ dialog, onSetRole, onClose }: MemberDialogsProps) {
  switch (dialog?.kind) {
    case 'remove':
      return <RemoveMemberDialog member={dialog.member} onClose={onClose} />;
    case 'leave':
      return <LeaveTeamDialog onClose={onClose} />;
    case 'ownRole': {
      const { member, role } = dialog;
      return <OwnRoleDialog onClose={onClose} onConfirm={() => onSetRole(member, role)} role={role} />;
    }
    default:
      return null;
  }
}

import type { Invitation, Member, MemberRole } from '@crewboard/contracts';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { roleAbilities, roleNames } from '#domain/team/roles.ts';
import { useTeam } from '#domain/team/team.tsx';
import { isolate } from '#lib/text/isolate.ts';
import { useRevokeInvitation } from './invitation-mutations.ts';
import { useLeaveTeam, useRemoveMember } from './member-mutations.ts';

/** The open dialog: it asks before a change that the person cannot undo alone. */
export type OpenMemberDialog =
  | { kind: 'remove'; member: Member }
  | { kind: 'leave' }
  | { kind: 'ownRole'; role: MemberRole; onConfirm: () => void }
  | { kind: 'revokeInvitation'; invitation: Invitation };

interface MemberDialogsProps {
  dialog: OpenMemberDialog;
  onClose: () => void;
}

/** The open dialog of the page. One component for all dialogs, so that they load as one chunk. */
export function MemberDialogs({ dialog, onClose }: MemberDialogsProps) {
  switch (dialog.kind) {
    case 'remove':
      return <RemoveMemberDialog member={dialog.member} onClose={onClose} />;
    case 'leave':
      return <LeaveTeamDialog onClose={onClose} />;
    case 'ownRole':
      return <OwnRoleDialog onClose={onClose} onConfirm={dialog.onConfirm} role={dialog.role} />;
    case 'revokeInvitation':
      return <RevokeInvitationDialog invitation={dialog.invitation} onClose={onClose} />;
  }
}

function RemoveMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const team = useTeam();
  const removeMember = useRemoveMember(member);
  return (
    <ConfirmDialog
      confirmLabel="Remove member"
      isBusy={removeMember.isPending}
      isDestructive
      onClose={onClose}
      onConfirm={() =>
        removeMember.mutate({ teamId: team.id, userId: member.userId }, { onSuccess: onClose })
      }
      title={`Remove ${isolate(member.name)} from ${isolate(team.name)}?`}
    >
      <strong>{member.email}</strong> loses access to this team at once, on every open page. The account, its
      other teams, and what {member.name} wrote here stay. Their open tasks lose their assignee and keep their
      status. Links by which they invite people are revoked.
    </ConfirmDialog>
  );
}

function LeaveTeamDialog({ onClose }: { onClose: () => void }) {
  const team = useTeam();
  const leaveTeam = useLeaveTeam();
  return (
    <ConfirmDialog
      confirmLabel="Leave team"
      isBusy={leaveTeam.isPending}
      isDestructive
      onClose={onClose}
      onConfirm={() => leaveTeam.mutate({ teamId: team.id })}
      title={`Leave ${isolate(team.name)}?`}
    >
      You lose access to this team at once. Your account, your other teams, and what you wrote here stay. Your
      open tasks lose their assignee and keep their status. Links by which you invite people are revoked.
    </ConfirmDialog>
  );
}

interface OwnRoleDialogProps {
  role: MemberRole;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before people give up their own role, which they cannot take back. Closes at once: the row shows the change. */
function OwnRoleDialog({ role, onConfirm, onClose }: OwnRoleDialogProps) {
  const team = useTeam();
  const confirm = () => {
    onConfirm();
    onClose();
  };
  return (
    <ConfirmDialog
      confirmLabel="Change my role"
      isBusy={false}
      onClose={onClose}
      onConfirm={confirm}
      title={`Change your own role to ${roleNames[role].toLowerCase()}?`}
    >
      You will only be able to {roleAbilities[role]}. You cannot undo this yourself:{' '}
      {team.role === 'owner' ? 'another owner' : 'an admin or owner'} has to.
    </ConfirmDialog>
  );
}

interface RevokeInvitationDialogProps {
  invitation: Invitation;
  onClose: () => void;
}

function RevokeInvitationDialog({ invitation, onClose }: RevokeInvitationDialogProps) {
  const { id: teamId } = useTeam();
  const revoke = useRevokeInvitation();
  return (
    <ConfirmDialog
      confirmLabel="Revoke invitation"
      isBusy={revoke.isPending}
      isDestructive
      onClose={onClose}
      onConfirm={() => revoke.mutate({ teamId, invitationId: invitation.id }, { onSuccess: onClose })}
      title="Revoke this invitation?"
    >
      Nobody joins by this link any more. Those who joined stay members.
    </ConfirmDialog>
  );
}

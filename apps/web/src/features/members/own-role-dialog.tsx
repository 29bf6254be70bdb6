'use client';

import type { MemberRole } from '@crewboard/contracts';
import { Button, Text } from '@mantine/core';
import { Dialog } from '../../components/dialog.tsx';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { roleAbilities, roleNames } from '../../domain/team/roles.ts';
import { useTeam } from '../../domain/team/team.tsx';

interface OwnRoleDialogProps {
  role: MemberRole;
  onConfirm: () => void;
  onClose: () => void;
}

/** People can give up a role, and cannot give it back to themselves. */
export function OwnRoleDialog({ role, onConfirm, onClose }: OwnRoleDialogProps) {
  const team = useTeam();
  const name = roleNames[role].toLowerCase();
  return (
    <Dialog onClose={onClose} title={`Change your own role to ${name}?`}>
      <Text size="sm">
        You will only be able to {roleAbilities[role]}. You cannot undo this yourself:{' '}
        {team.role === 'owner' ? 'another owner' : 'an admin or owner'} has to.
      </Text>
      <DialogActions busy={false} onCancel={onClose}>
        <Button
          data-autofocus
          onClick={() => {
            onConfirm();
            onClose();
          }}
        >
          Change my role
        </Button>
      </DialogActions>
    </Dialog>
  );
}

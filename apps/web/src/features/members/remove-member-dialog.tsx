'use client';

import type { Member } from '@crewboard/contracts';
import { Button, Text } from '@mantine/core';
import { Dialog } from '../../components/dialog.tsx';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { useTeam } from '../../domain/team/team.tsx';
import { useRemoveMember } from './use-remove-member.ts';

export function RemoveMemberDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const team = useTeam();
  const removeMember = useRemoveMember();
  const busy = removeMember.isPending;

  return (
    <Dialog isBusy={busy} onClose={onClose} title={`Remove ${member.name} from ${team.name}?`}>
      <Text size="sm">
        <strong>{member.email}</strong> loses access to this team at once, on every open page. The account,
        its other teams, and what {member.name} wrote here stay. Only an operator can add them again.
      </Text>
      <DialogActions busy={busy} onCancel={onClose}>
        <Button
          color="red"
          data-autofocus
          loading={busy}
          onClick={() =>
            removeMember.mutate({ teamId: team.id, userId: member.userId }, { onSuccess: onClose })
          }
        >
          Remove member
        </Button>
      </DialogActions>
    </Dialog>
  );
}

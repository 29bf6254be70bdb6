'use client';

import { Button, Text } from '@mantine/core';
import { Dialog } from '../../components/dialog.tsx';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { useTeam } from '../../domain/team/team.tsx';
import { useLeaveTeam } from './use-leave-team.ts';

export function LeaveTeamDialog({ onClose }: { onClose: () => void }) {
  const team = useTeam();
  const leaveTeam = useLeaveTeam();
  const busy = leaveTeam.isPending;

  return (
    <Dialog isBusy={busy} onClose={onClose} title={`Leave ${team.name}?`}>
      <Text size="sm">
        You lose access to this team at once. Your account, your other teams, and what you wrote here stay.
        Only an operator can add you again.
      </Text>
      <DialogActions busy={busy} onCancel={onClose}>
        <Button
          color="red"
          data-autofocus
          loading={busy}
          onClick={() => leaveTeam.mutate({ teamId: team.id })}
        >
          Leave team
        </Button>
      </DialogActions>
    </Dialog>
  );
}

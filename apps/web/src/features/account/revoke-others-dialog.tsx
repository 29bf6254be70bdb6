'use client';

import { Button, Text } from '@mantine/core';
import { Dialog } from '../../components/dialog.tsx';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { useRevokeOtherSessions } from './use-account-sessions.ts';

export function RevokeOthersDialog({ count, onClose }: { count: number; onClose: () => void }) {
  const revokeOthers = useRevokeOtherSessions();
  const busy = revokeOthers.isPending;
  const title = count === 1 ? 'Revoke your other session?' : `Revoke your ${count} other sessions?`;

  return (
    <Dialog isBusy={busy} onClose={onClose} title={title}>
      <Text size="sm">
        You are signed out everywhere but on this device, on every open page. Your password stays the same.
      </Text>
      <DialogActions busy={busy} onCancel={onClose}>
        <Button
          color="red"
          data-autofocus
          loading={busy}
          onClick={() => revokeOthers.mutate(undefined, { onSuccess: onClose })}
        >
          Revoke
        </Button>
      </DialogActions>
    </Dialog>
  );
}

'use client';

import type { ApiKey } from '@crewboard/contracts';
import { Button, Code, Text } from '@mantine/core';
import { Dialog } from '../../components/dialog.tsx';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { useTeam } from '../../domain/team/team.tsx';
import { useRevokeApiKey } from './use-revoke-api-key.ts';

export function RevokeKeyDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const team = useTeam();
  const revokeKey = useRevokeApiKey();
  const busy = revokeKey.isPending;

  return (
    <Dialog isBusy={busy} onClose={onClose} title={`Revoke ${apiKey.name}?`}>
      <Text size="sm">
        <Code>{apiKey.prefix}…</Code> ends at once and for good: whatever uses it is refused. To replace it,
        create another key first.
      </Text>
      <DialogActions busy={busy} onCancel={onClose}>
        <Button
          color="red"
          data-autofocus
          loading={busy}
          onClick={() => revokeKey.mutate({ teamId: team.id, keyId: apiKey.id }, { onSuccess: onClose })}
        >
          Revoke key
        </Button>
      </DialogActions>
    </Dialog>
  );
}

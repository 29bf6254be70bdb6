'use client';

import type { ApiKey } from '@crewboard/contracts';
import { Code } from '@mantine/core';
import { ConfirmDialog } from '#components/dialogs/confirm-dialog.tsx';
import { useTeam } from '#domain/team/team.tsx';
import { isolate } from '#lib/text/isolate.ts';
import { useRevokeApiKey } from './key-mutations.ts';

interface RevokeKeyDialogProps {
  apiKey: ApiKey;
  onClose: () => void;
}

export function RevokeKeyDialog({ apiKey, onClose }: RevokeKeyDialogProps) {
  const team = useTeam();
  const revokeKey = useRevokeApiKey();
  return (
    <ConfirmDialog
      confirmLabel="Revoke key"
      isBusy={revokeKey.isPending}
      isDestructive
      onClose={onClose}
      onConfirm={() => revokeKey.mutate({ teamId: team.id, keyId: apiKey.id }, { onSuccess: onClose })}
      title={`Revoke ${isolate(apiKey.name)}?`}
    >
      <Code>{apiKey.prefix}…</Code> stops working at once and permanently: the API rejects it. To replace it,
      create another key first.
    </ConfirmDialog>
  );
}

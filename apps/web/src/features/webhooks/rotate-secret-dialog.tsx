'use client';

import { secretOverlapHours, type Webhook, type WebhookWithSecret } from '@crewboard/contracts';
import { Button, Text } from '@mantine/core';
import { Dialog } from '../../components/dialog.tsx';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { hostOf } from '../../domain/webhooks/endpoint-name.ts';
import { useRotateSecret } from './use-rotate-secret.ts';

interface RotateSecretDialogProps {
  webhook: Webhook;
  onClose: () => void;
  onRotated: (webhook: WebhookWithSecret) => void;
}

export function RotateSecretDialog({ webhook, onClose, onRotated }: RotateSecretDialogProps) {
  const rotateSecret = useRotateSecret();
  const busy = rotateSecret.isPending;

  return (
    <Dialog
      holdOpen={busy}
      onClose={busy ? () => {} : onClose}
      title={`Rotate the secret of ${hostOf(webhook.url)}?`}
    >
      <Text size="sm">
        The new one is shown once. For {secretOverlapHours} hours deliveries are signed with the old one as
        well, so that the receiver can change over without missing any.
        {webhook.previousSecretUntil && ' The secret from before the last rotation ends at once.'}
      </Text>
      <DialogActions busy={busy} onCancel={onClose}>
        <Button
          data-autofocus
          loading={busy}
          onClick={() => rotateSecret.mutate({ webhookId: webhook.id }, { onSuccess: onRotated })}
        >
          Rotate secret
        </Button>
      </DialogActions>
    </Dialog>
  );
}

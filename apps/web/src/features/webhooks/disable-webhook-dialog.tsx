'use client';

import type { Webhook } from '@crewboard/contracts';
import { Button, Text } from '@mantine/core';
import { Dialog } from '../../components/dialog.tsx';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { hostOf } from '../../domain/webhooks/endpoint-name.ts';
import { showError } from '../../lib/show-error.ts';
import { useUpdateWebhook } from './use-update-webhook.ts';

export function DisableWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const updateWebhook = useUpdateWebhook();
  const busy = updateWebhook.isPending;

  return (
    <Dialog holdOpen={busy} onClose={busy ? () => {} : onClose} title={`Disable ${hostOf(webhook.url)}?`}>
      <Text size="sm">
        Nothing more is sent to it. What is pending waits until it is enabled again; what happens meanwhile
        makes no deliveries, but can be recovered afterwards.
      </Text>
      <DialogActions busy={busy} onCancel={onClose}>
        <Button
          color="red"
          data-autofocus
          loading={busy}
          onClick={() =>
            updateWebhook.mutate(
              { webhookId: webhook.id, enabled: false },
              { onSuccess: onClose, onError: showError },
            )
          }
        >
          Disable
        </Button>
      </DialogActions>
    </Dialog>
  );
}

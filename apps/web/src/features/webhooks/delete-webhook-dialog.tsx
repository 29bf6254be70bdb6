'use client';

import type { Webhook } from '@crewboard/contracts';
import { Button, Text } from '@mantine/core';
import { Dialog } from '../../components/dialog.tsx';
import { DialogActions } from '../../components/dialog-actions.tsx';
import { endpointName, hostOf } from '../../domain/webhooks/endpoint-name.ts';
import styles from './delete-webhook-dialog.module.css';
import { useDeleteWebhook } from './use-delete-webhook.ts';

interface DeleteWebhookDialogProps {
  webhook: Webhook;
  onClose: () => void;
  onDeleted: () => void;
}

export function DeleteWebhookDialog({ webhook, onClose, onDeleted }: DeleteWebhookDialogProps) {
  const deleteWebhook = useDeleteWebhook();
  // Once it is gone, the way to another page takes its time.
  const busy = deleteWebhook.isPending || deleteWebhook.isSuccess;

  return (
    <Dialog holdOpen={busy} onClose={busy ? () => {} : onClose} title={`Delete ${hostOf(webhook.url)}?`}>
      <Text size="sm">
        Pending deliveries to <span className={styles.name}>{endpointName(webhook.url)}</span> are not sent,
        and its log of deliveries and its secret are gone. This cannot be undone; disabling it can.
      </Text>
      <DialogActions busy={busy} onCancel={onClose}>
        <Button
          color="red"
          data-autofocus
          loading={busy}
          onClick={() => deleteWebhook.mutate({ webhookId: webhook.id }, { onSuccess: onDeleted })}
        >
          Delete endpoint
        </Button>
      </DialogActions>
    </Dialog>
  );
}

'use client';

import type { WebhookWithSecret } from '@crewboard/contracts';
import { CreateWebhookDialog } from './create-webhook-dialog.tsx';
import { DeleteWebhookDialog } from './delete-webhook-dialog.tsx';
import { DisableWebhookDialog } from './disable-webhook-dialog.tsx';
import { EditWebhookDialog } from './edit-webhook-dialog.tsx';
import { RotateSecretDialog } from './rotate-secret-dialog.tsx';
import type { OpenWebhookDialog, WebhookDialog } from './webhook-dialog.ts';
import { WebhookSecretDialog } from './webhook-secret-dialog.tsx';

interface WebhookDialogsProps {
  dialog: WebhookDialog | null;
  onOpen: OpenWebhookDialog;
  onClose: () => void;
  /** After the endpoint is gone, whose page may be open. */
  onDeleted?: () => void;
}

/** The one dialog that is open, if any. */
export function WebhookDialogs({ dialog, onOpen, onClose, onDeleted = onClose }: WebhookDialogsProps) {
  const showSecret = (isNew: boolean) => (webhook: WebhookWithSecret) =>
    onOpen({ kind: 'secret', webhook, isNew });

  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'create':
      return <CreateWebhookDialog onClose={onClose} onCreated={showSecret(true)} />;
    case 'edit':
      return <EditWebhookDialog onClose={onClose} webhook={dialog.webhook} />;
    case 'rotate':
      return <RotateSecretDialog onClose={onClose} onRotated={showSecret(false)} webhook={dialog.webhook} />;
    case 'disable':
      return <DisableWebhookDialog onClose={onClose} webhook={dialog.webhook} />;
    case 'delete':
      return <DeleteWebhookDialog onClose={onClose} onDeleted={onDeleted} webhook={dialog.webhook} />;
    case 'secret':
      return <WebhookSecretDialog isNew={dialog.isNew} onClose={onClose} webhook={dialog.webhook} />;
  }
}

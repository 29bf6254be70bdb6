'use client';

import type { Webhook } from '@crewboard/contracts';
import { changedFields } from './changed-fields.ts';
import { useUpdateWebhook } from './use-update-webhook.ts';
import { WebhookForm } from './webhook-form.tsx';

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const updateWebhook = useUpdateWebhook();

  return (
    <WebhookForm
      busy={updateWebhook.isPending}
      initial={webhook}
      onClose={onClose}
      onSubmit={(values, onError) => {
        const changed = changedFields(webhook, values);
        if (Object.keys(changed).length === 0) return onClose();
        updateWebhook.mutate({ webhookId: webhook.id, ...changed }, { onSuccess: onClose, onError });
      }}
      submitLabel="Save"
      title="Edit endpoint"
    />
  );
}

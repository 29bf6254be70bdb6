'use client';

import type { Webhook } from '@crewboard/contracts';
import { useUpdateWebhook } from './use-update-webhook.ts';
import { WebhookForm } from './webhook-form.tsx';

export function EditWebhookDialog({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const updateWebhook = useUpdateWebhook();

  return (
    <WebhookForm
      busy={updateWebhook.isPending}
      initial={webhook}
      onClose={onClose}
      onSubmit={(values, onError) =>
        updateWebhook.mutate({ webhookId: webhook.id, ...values }, { onSuccess: onClose, onError })
      }
      submitLabel="Save"
      title="Edit endpoint"
    />
  );
}

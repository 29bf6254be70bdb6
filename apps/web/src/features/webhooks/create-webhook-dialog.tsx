'use client';

import type { WebhookWithSecret } from '@crewboard/contracts';
import { useTeam } from '../../domain/team/team.tsx';
import { useCreateWebhook } from './use-create-webhook.ts';
import { WebhookForm } from './webhook-form.tsx';

interface CreateWebhookDialogProps {
  onClose: () => void;
  onCreated: (webhook: WebhookWithSecret) => void;
}

export function CreateWebhookDialog({ onClose, onCreated }: CreateWebhookDialogProps) {
  const team = useTeam();
  const createWebhook = useCreateWebhook();

  return (
    <WebhookForm
      busy={createWebhook.isPending}
      onClose={onClose}
      onSubmit={(values, onError) =>
        createWebhook.mutate({ teamId: team.id, ...values }, { onSuccess: onCreated, onError })
      }
      submitLabel="Create endpoint"
      title="New endpoint"
    />
  );
}

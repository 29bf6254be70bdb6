'use client';

import { useMutation } from '@tanstack/react-query';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';
import { useWebhooksCache } from '../../lib/webhooks/use-webhooks-cache.ts';

export function useDeleteWebhook() {
  const trpc = useTRPC();
  const cache = useWebhooksCache();
  return useMutation(
    trpc.webhooks.delete.mutationOptions({
      onSuccess: (_nothing, { webhookId }) => cache.drop(webhookId),
      onError: showError,
    }),
  );
}

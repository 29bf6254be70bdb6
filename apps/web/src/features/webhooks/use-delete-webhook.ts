'use client';

import { useMutation } from '@tanstack/react-query';
import { useWebhooksCache } from '../../domain/webhooks/use-webhooks-cache.ts';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';

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

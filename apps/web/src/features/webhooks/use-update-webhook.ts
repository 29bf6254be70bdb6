'use client';

import { useMutation } from '@tanstack/react-query';
import { useWebhooksCache } from '../../domain/webhooks/use-webhooks-cache.ts';
import { useTRPC } from '../../lib/trpc/client.ts';

/** Changes or disables an endpoint. Whoever calls it tells what is refused: a form at its fields. */
export function useUpdateWebhook() {
  const trpc = useTRPC();
  const cache = useWebhooksCache();
  return useMutation(trpc.webhooks.update.mutationOptions({ onSuccess: (webhook) => cache.show(webhook) }));
}

'use client';

import { useMutation } from '@tanstack/react-query';
import { useTRPC } from '../../lib/trpc/client.ts';
import { useWebhooksCache } from '../../lib/webhooks/use-webhooks-cache.ts';

/** Changes or disables an endpoint. Whoever calls it tells what is refused: a form at its fields. */
export function useUpdateWebhook() {
  const trpc = useTRPC();
  const cache = useWebhooksCache();
  return useMutation(trpc.webhooks.update.mutationOptions({ onSuccess: (webhook) => cache.show(webhook) }));
}

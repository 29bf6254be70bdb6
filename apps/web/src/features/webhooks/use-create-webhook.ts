'use client';

import { useMutation } from '@tanstack/react-query';
import { useWebhooksCache } from '../../domain/webhooks/use-webhooks-cache.ts';
import { withoutSecret } from '../../domain/webhooks/webhook-cache.ts';
import { useTRPC } from '../../lib/trpc/client.ts';

/** The answer holds the secret: no cache keeps it once the dialog that asked is gone. The form shows what is refused. */
export function useCreateWebhook() {
  const trpc = useTRPC();
  const cache = useWebhooksCache();
  return useMutation(
    trpc.webhooks.create.mutationOptions({
      gcTime: 0,
      onSuccess: (webhook) => cache.show(withoutSecret(webhook)),
    }),
  );
}

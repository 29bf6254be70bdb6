'use client';

import { useMutation } from '@tanstack/react-query';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';
import { useLogCache } from './use-log-cache.ts';

/** Sends a delivery again, whatever became of it. */
export function useRedeliver(webhookId: string) {
  const cache = useLogCache(webhookId);
  return useMutation(
    useTRPC().webhooks.redeliver.mutationOptions({
      onSuccess: (delivery) => cache.show(delivery),
      onError: showError,
    }),
  );
}

'use client';

import { useMutation } from '@tanstack/react-query';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';
import { useLogCache } from './use-log-cache.ts';

/** Sends an event `webhook.tested`, which then stands first in the log. */
export function useSendTest(webhookId: string) {
  const cache = useLogCache(webhookId);
  return useMutation(
    useTRPC().webhooks.test.mutationOptions({
      onSuccess: () => cache.refresh(),
      onError: showError,
    }),
  );
}

'use client';

import { useMutation } from '@tanstack/react-query';
import { problemOf } from '../../lib/problem-of.ts';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';
import { showDisabled } from './show-disabled.tsx';
import { useEnableWebhook } from './use-enable-webhook.ts';
import { useWebhooksCache } from './use-webhooks-cache.ts';

/** Sends an event to one endpoint alone. Where it is disabled meanwhile, that can be mended at once. */
export function useSendTest() {
  const trpc = useTRPC();
  const cache = useWebhooksCache();
  const { enable } = useEnableWebhook();
  return useMutation(
    trpc.webhooks.test.mutationOptions({
      onSuccess: () => cache.refresh(),
      onError(error, { webhookId }) {
        if (problemOf(error).code !== 'WEBHOOK_DISABLED') return showError(error);
        showDisabled(error, () => enable(webhookId));
        cache.refresh();
      },
    }),
  );
}

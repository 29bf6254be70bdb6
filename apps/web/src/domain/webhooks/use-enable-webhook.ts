'use client';

import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';
import { useWebhooksCache } from './use-webhooks-cache.ts';

/** Enables an endpoint, whatever disabled it, and says what follows. */
export function useEnableWebhook() {
  const trpc = useTRPC();
  const cache = useWebhooksCache();
  const { mutate, isPending } = useMutation(
    trpc.webhooks.update.mutationOptions({
      onSuccess(webhook) {
        cache.show(webhook);
        notifications.show({
          id: `enabled-${webhook.id}`,
          title: 'Enabled',
          message: 'Events are sent again, and what was pending.',
          withBorder: true,
          closeButtonProps: { 'aria-label': 'Close' },
        });
      },
      onError: showError,
    }),
  );
  return { isPending, enable: (webhookId: string) => mutate({ webhookId, enabled: true }) };
}

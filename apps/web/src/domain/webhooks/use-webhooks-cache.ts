'use client';

import type { Webhook } from '@crewboard/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../lib/trpc/client.ts';
import { useTeam } from '../team/team.tsx';
import { withoutWebhook, withWebhook } from './webhook-cache.ts';

/** For the hooks that change endpoints: shows an answer at once, then asks for the truth. */
export function useWebhooksCache() {
  const trpc = useTRPC();
  const team = useTeam();
  const queryClient = useQueryClient();
  const listKey = trpc.webhooks.list.queryKey({ teamId: team.id });

  return {
    show(webhook: Webhook) {
      queryClient.setQueryData(listKey, (webhooks) => webhooks && withWebhook(webhooks, webhook));
      queryClient.setQueryData(trpc.webhooks.get.queryKey({ webhookId: webhook.id }), webhook);
      void queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() });
    },
    drop(webhookId: string) {
      queryClient.setQueryData(listKey, (webhooks) => webhooks && withoutWebhook(webhooks, webhookId));
      void queryClient.invalidateQueries({ queryKey: listKey });
    },
    refresh: () => void queryClient.invalidateQueries({ queryKey: trpc.webhooks.pathKey() }),
  };
}

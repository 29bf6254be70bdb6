'use client';

import { useQuery } from '@tanstack/react-query';
import { problemOf } from '../../lib/problem-of.ts';
import { useTRPC } from '../../lib/trpc/client.ts';

/** How an endpoint fares goes stale by itself: as often as the log of its deliveries below is read. */
const REFRESH_MS = 2_000;

const isMissing = (error: unknown) => error !== null && problemOf(error).code === 'NOT_FOUND';

/** `isDeleted`: it is no longer there; `data` is what was known of it last. */
export function useWebhook(webhookId: string) {
  const trpc = useTRPC();
  const webhook = useQuery(
    trpc.webhooks.get.queryOptions(
      { webhookId },
      { refetchInterval: ({ state }) => !isMissing(state.error) && REFRESH_MS },
    ),
  );
  return { ...webhook, isDeleted: isMissing(webhook.error) };
}

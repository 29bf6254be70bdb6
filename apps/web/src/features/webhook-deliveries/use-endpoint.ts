'use client';

import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../lib/trpc/client.ts';

/** The endpoint that the log belongs to. What else shows it keeps it current. */
export function useEndpoint(webhookId: string) {
  const webhook = useQuery(useTRPC().webhooks.get.queryOptions({ webhookId })).data;
  return { webhook, isEnabled: webhook?.enabled ?? true };
}

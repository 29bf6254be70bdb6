'use client';

import { useQuery } from '@tanstack/react-query';
import { problemOf } from '../../lib/problem-of.ts';
import { useTRPC } from '../../lib/trpc/client.ts';

/** The endpoint that the log belongs to, as it was last where it is deleted. What else shows it keeps it current. */
export function useEndpoint(webhookId: string) {
  const { data: webhook, error } = useQuery(useTRPC().webhooks.get.queryOptions({ webhookId }));
  const isDeleted = error !== null && problemOf(error).code === 'NOT_FOUND';
  return { webhook, isEnabled: webhook?.enabled ?? true, isDeleted };
}

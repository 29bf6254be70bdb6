import { useQuery } from '@tanstack/react-query';
import { toDisplayedProblem } from '#lib/failures/problem-of.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { pollInterval } from './poll-interval.ts';

/** An endpoint; once it is deleted, its last known state. Only one component of a page should poll. */
export function useWebhook(webhookId: string, { isPolled = false } = {}) {
  const { data, error, refetch } = useQuery(
    useTRPC().webhooks.get.queryOptions({ webhookId }, { refetchInterval: isPolled ? pollInterval : false }),
  );
  const isDeleted = error !== null && toDisplayedProblem(error).code === 'NOT_FOUND';
  return { webhook: data, isEnabled: data?.enabled ?? true, isDeleted, error, refetch };
}

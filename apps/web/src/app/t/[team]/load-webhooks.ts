import { cache } from 'react';
import { createQueryClient } from '#lib/trpc/query-client.ts';
import { createServerTrpc } from '#lib/trpc/server.ts';

/** The endpoints of the team. Cached per request, for the layout of all pages and the page of all endpoints. */
export const loadWebhooks = cache(async (team: string) => {
  const queryClient = createQueryClient();
  const webhooks = createServerTrpc(queryClient, team).webhooks.list.queryOptions({ teamId: team });
  await queryClient.prefetchQuery(webhooks);
  const list = queryClient.getQueryData(webhooks.queryKey);
  const code = queryClient.getQueryState(webhooks.queryKey)?.error?.data?.problem?.code;
  return { queryClient, list, isForbidden: code === 'FORBIDDEN' };
});

import type { QueryClient } from '@tanstack/react-query';
import { attentionOptions } from '#domain/attention/attention-query.ts';
import { createServerTrpc } from '#lib/trpc/server.ts';

/** Prefetches what the attention page shows first, then the cancelled blockers that it names. */
export async function prefetchAttention(queryClient: QueryClient, teamId: string) {
  const trpc = createServerTrpc(queryClient, teamId);
  const attention = attentionOptions(trpc, teamId);
  await Promise.all([
    queryClient.prefetchQuery(attention),
    queryClient.prefetchQuery(trpc.projects.summaries.queryOptions({ teamId })),
    queryClient.prefetchQuery(trpc.agents.summaries.queryOptions({ teamId })),
    queryClient.prefetchQuery(trpc.members.names.queryOptions({ teamId })),
  ]);
  const groups = queryClient.getQueryData(attention.queryKey)?.tasks ?? [];
  const blocked = groups.find(({ reason }) => reason === 'blocker_cancelled')?.tasks ?? [];
  await Promise.all(
    blocked.map(({ id: taskId }) =>
      queryClient.prefetchQuery(trpc.tasks.dependencies.queryOptions({ taskId })),
    ),
  );
}

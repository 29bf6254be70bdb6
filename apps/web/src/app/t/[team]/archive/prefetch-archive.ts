import type { QueryClient } from '@tanstack/react-query';
import type { SearchParams } from 'nuqs/server';
import { parseBoardFilters } from '#domain/board/board-filters.ts';
import { archiveOptions } from '#features/archive/archive-query.ts';
import { createServerTrpc } from '#lib/trpc/server.ts';

/** Prefetches what the archive shows first. */
export async function prefetchArchive(
  queryClient: QueryClient,
  teamId: string,
  searchParams: Promise<SearchParams>,
) {
  const { projectId, search } = parseBoardFilters(await searchParams);
  const trpc = createServerTrpc(queryClient, teamId);
  await Promise.all([
    queryClient.prefetchInfiniteQuery(archiveOptions(trpc, teamId, { projectId, search })),
    queryClient.prefetchQuery(trpc.projects.summaries.queryOptions({ teamId })),
    queryClient.prefetchQuery(trpc.projects.summaries.queryOptions({ teamId, archived: true })),
    queryClient.prefetchQuery(trpc.agents.summaries.queryOptions({ teamId })),
    queryClient.prefetchQuery(trpc.members.names.queryOptions({ teamId })),
  ]);
}

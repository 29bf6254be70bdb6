import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { parseBoardFilters } from '#domain/board/board-filters.ts';
import { Archive } from '#features/archive/archive.tsx';
import { archiveOptions } from '#features/archive/archive-query.ts';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import { createQueryClient } from '#lib/trpc/query-client.ts';
import { createServerTrpc } from '#lib/trpc/server.ts';

interface ArchivePageProps {
  params: Promise<{ team: string }>;
  searchParams: Promise<SearchParams>;
}

export const metadata: Metadata = { title: 'Archive' };

export default async function ArchivePage({ params, searchParams }: ArchivePageProps) {
  const { team: teamId } = await params;
  const { projectId, search } = parseBoardFilters(await searchParams);
  const queryClient = createQueryClient();
  const trpc = createServerTrpc(queryClient, teamId);
  await Promise.all([
    queryClient.prefetchInfiniteQuery(archiveOptions(trpc, teamId, { projectId, search })),
    queryClient.prefetchQuery(trpc.projects.summaries.queryOptions({ teamId })),
  ]);
  return (
    <HydrateClient queryClient={queryClient}>
      <Archive />
    </HydrateClient>
  );
}

import type { Metadata } from 'next';
import type { SearchParams } from 'nuqs/server';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import { createQueryClient } from '#lib/trpc/query-client.ts';
import { ArchiveScreen } from './archive-screen.tsx';
import { prefetchArchive } from './prefetch-archive.ts';

interface ArchivePageProps {
  params: Promise<{ team: string }>;
  searchParams: Promise<SearchParams>;
}

export const metadata: Metadata = { title: 'Archive' };

export default async function ArchivePage({ params, searchParams }: ArchivePageProps) {
  const { team } = await params;
  const queryClient = createQueryClient();
  await prefetchArchive(queryClient, team, searchParams);
  return (
    <HydrateClient queryClient={queryClient}>
      <ArchiveScreen />
    </HydrateClient>
  );
}

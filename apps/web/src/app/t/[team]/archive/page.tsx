import type { Metadata } from 'next';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import { createQueryClient } from '#lib/trpc/query-client.ts';
import type { TeamPageProps } from '#lib/url/team-page-props.ts';
import { ArchiveScreen } from './archive-screen.tsx';
import { prefetchArchive } from './prefetch-archive.ts';

export const metadata: Metadata = { title: 'Archive' };

export default async function ArchivePage({ params, searchParams }: TeamPageProps) {
  const { team } = await params;
  const queryClient = createQueryClient();
  await prefetchArchive(queryClient, team, searchParams);
  return (
    <HydrateClient queryClient={queryClient}>
      <ArchiveScreen />
    </HydrateClient>
  );
}

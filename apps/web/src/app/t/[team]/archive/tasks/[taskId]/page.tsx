import type { SearchParams } from 'nuqs/server';
import { prefetchTask, taskMetadata } from '#features/task-panel/prefetch-task.ts';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import { ArchiveScreen } from '../../archive-screen.tsx';
import { prefetchArchive } from '../../prefetch-archive.ts';

interface ArchivedTaskPageProps {
  params: Promise<{ team: string; taskId: string }>;
  searchParams: Promise<SearchParams>;
}

export const generateMetadata = taskMetadata;

export default async function ArchivedTaskPage({ params, searchParams }: ArchivedTaskPageProps) {
  const { teamId, queryClient, prefetched } = await prefetchTask(params);
  await Promise.all([prefetchArchive(queryClient, teamId, searchParams), prefetched]);
  return (
    <HydrateClient queryClient={queryClient}>
      <ArchiveScreen />
    </HydrateClient>
  );
}

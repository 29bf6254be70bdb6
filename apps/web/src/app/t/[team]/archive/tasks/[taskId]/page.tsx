import { prefetchTask, taskMetadata } from '#features/task-panel/prefetch-task.ts';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import type { TeamPageProps } from '#lib/url/team-page-props.ts';
import { ArchiveScreen } from '../../archive-screen.tsx';
import { prefetchArchive } from '../../prefetch-archive.ts';

export const generateMetadata = taskMetadata;

export default async function ArchivedTaskPage({ params, searchParams }: TeamPageProps<'taskId'>) {
  const { teamId, queryClient, prefetched } = await prefetchTask(params);
  await Promise.all([prefetchArchive(queryClient, teamId, searchParams), prefetched]);
  return (
    <HydrateClient queryClient={queryClient}>
      <ArchiveScreen />
    </HydrateClient>
  );
}

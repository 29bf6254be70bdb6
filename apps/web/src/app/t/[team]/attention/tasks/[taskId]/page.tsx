import { prefetchTask, taskMetadata } from '#features/task-panel/prefetch-task.ts';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import type { TeamPageProps } from '#lib/url/team-page-props.ts';
import { AttentionScreen } from '../../attention-screen.tsx';
import { prefetchAttention } from '../../prefetch-attention.ts';

export const generateMetadata = taskMetadata;

export default async function AttentionTaskPage({ params }: TeamPageProps<'taskId'>) {
  const { teamId, queryClient, prefetched } = await prefetchTask(params);
  await Promise.all([prefetchAttention(queryClient, teamId), prefetched]);
  return (
    <HydrateClient queryClient={queryClient}>
      <AttentionScreen />
    </HydrateClient>
  );
}

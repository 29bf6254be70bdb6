import { prefetchTask, taskMetadata } from '#features/task-panel/prefetch-task.ts';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import { AttentionScreen } from '../../attention-screen.tsx';
import { prefetchAttention } from '../../prefetch-attention.ts';

interface AttentionTaskPageProps {
  params: Promise<{ team: string; taskId: string }>;
}

export const generateMetadata = taskMetadata;

export default async function AttentionTaskPage({ params }: AttentionTaskPageProps) {
  const { teamId, queryClient, prefetched } = await prefetchTask(params);
  await Promise.all([prefetchAttention(queryClient, teamId), prefetched]);
  return (
    <HydrateClient queryClient={queryClient}>
      <AttentionScreen />
    </HydrateClient>
  );
}

import { prefetchTask, taskMetadata } from '#features/task-panel/prefetch-task.ts';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import type { TeamPageProps } from '#lib/url/team-page-props.ts';
import { BoardScreen } from '../../board-screen.tsx';
import { prefetchBoard } from '../../prefetch-board.ts';

export const generateMetadata = taskMetadata;

export default async function TaskPage({ params, searchParams }: TeamPageProps<'taskId'>) {
  const { teamId, queryClient, prefetched } = await prefetchTask(params);
  const [choices] = await Promise.all([prefetchBoard(queryClient, teamId, searchParams), prefetched]);

  return (
    <HydrateClient queryClient={queryClient}>
      <BoardScreen choices={choices} />
    </HydrateClient>
  );
}

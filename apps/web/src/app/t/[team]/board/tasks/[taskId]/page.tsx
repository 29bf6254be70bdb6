import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { SearchParams } from 'nuqs/server';
import { cache } from 'react';
import { parseBoardFilters } from '#domain/board/board-filters.ts';
import { attemptsOptions } from '#features/task-panel/attempts-query.ts';
import { historyOptions } from '#features/task-panel/history-query.ts';
import { readEnv } from '#lib/env.ts';
import { HydrateClient } from '#lib/trpc/hydrate-client.tsx';
import { createQueryClient } from '#lib/trpc/query-client.ts';
import { createServerTrpc } from '#lib/trpc/server.ts';
import { BoardScreen } from '../../board-screen.tsx';
import { prefetchBoard } from '../../prefetch-board.ts';

interface TaskPageProps {
  params: Promise<{ team: string; taskId: string }>;
  searchParams: Promise<SearchParams>;
}

/** Cached per request, for the title and the page; without a task if the API could not be reached. */
const loadTask = cache(async (team: string, taskId: string) => {
  const queryClient = createQueryClient();
  const trpc = createServerTrpc(queryClient, team);
  const options = trpc.tasks.get.queryOptions({ taskId });
  await queryClient.prefetchQuery(options);
  const task = queryClient.getQueryData(options.queryKey);
  const code = queryClient.getQueryState(options.queryKey)?.error?.data?.problem?.code;
  return { queryClient, trpc, task, isMissing: code === 'NOT_FOUND' };
});

export async function generateMetadata({ params }: TaskPageProps): Promise<Metadata> {
  const { team, taskId } = await params;
  const { task, isMissing } = await loadTask(team, taskId);
  return { title: isMissing ? 'Not found' : (task?.title ?? 'Task') };
}

export default async function TaskPage({ params, searchParams }: TaskPageProps) {
  const { team, taskId } = await params;
  const { queryClient, trpc, task, isMissing } = await loadTask(team, taskId);
  if (isMissing) notFound();
  const [choices] = await Promise.all([
    prefetchBoard(queryClient, team, parseBoardFilters(await searchParams)),
    queryClient.prefetchInfiniteQuery(historyOptions(trpc, taskId)),
    task && task.attempt > 0 && queryClient.prefetchInfiniteQuery(attemptsOptions(trpc, taskId)),
  ]);

  return (
    <HydrateClient queryClient={queryClient}>
      <BoardScreen apiUrl={readEnv().publicApiUrl} choices={choices} />
    </HydrateClient>
  );
}

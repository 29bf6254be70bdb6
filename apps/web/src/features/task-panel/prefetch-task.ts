import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { cache } from 'react';
import { createQueryClient } from '#lib/trpc/query-client.ts';
import { createServerTrpc } from '#lib/trpc/server.ts';
import { attemptsOptions, historyOptions } from './history/history-queries.ts';

type Params = Promise<{ team: string; taskId: string }>;

/** Cached per request, for the title and the page; without a task after any error. */
const loadTask = cache(async (team: string, taskId: string) => {
  const queryClient = createQueryClient();
  const trpc = createServerTrpc(queryClient, team);
  const options = trpc.tasks.get.queryOptions({ taskId });
  await queryClient.prefetchQuery(options);
  const task = queryClient.getQueryData(options.queryKey);
  const code = queryClient.getQueryState(options.queryKey)?.error?.data?.problem?.code;
  return { queryClient, trpc, task, isMissing: code === 'NOT_FOUND' };
});

/** The title of a page that shows a task in a panel. */
export async function taskMetadata({ params }: { params: Params }): Promise<Metadata> {
  const { team, taskId } = await params;
  const { task, isMissing } = await loadTask(team, taskId);
  return { title: isMissing ? 'Not found' : (task?.title ?? 'Task') };
}

/**
 * Starts the queries of the panel; `prefetched` resolves once they have ended. If there is no such task, throws an
 * error for which Next shows the page "Not found".
 */
export async function prefetchTask(params: Params) {
  const { team: teamId, taskId } = await params;
  const { queryClient, trpc, task, isMissing } = await loadTask(teamId, taskId);
  if (isMissing) notFound();
  const prefetched = Promise.all([
    queryClient.prefetchInfiniteQuery(historyOptions(trpc, taskId)),
    queryClient.prefetchQuery(trpc.tasks.dependencies.queryOptions({ taskId })),
    queryClient.prefetchQuery(trpc.tasks.hierarchy.queryOptions({ taskId })),
    queryClient.prefetchQuery(trpc.tasks.get.queryOptions({ taskId, include: 'next' })),
    task && task.attempt > 0 && queryClient.prefetchInfiniteQuery(attemptsOptions(trpc, taskId)),
    task?.archivedAt &&
      queryClient.prefetchQuery(trpc.projects.summaries.queryOptions({ teamId, archived: true })),
  ]);
  return { teamId, queryClient, prefetched };
}

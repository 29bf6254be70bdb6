'use client';

import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '#lib/trpc/client.ts';
import { useTaskStore } from './use-task-store.ts';

/** Reads the titles of tasks, of those that the page does not know. */
export function useTaskTitles() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const store = useTaskStore();

  const titleOf = async (taskId: string): Promise<string> => {
    const known = store.shown(taskId);
    if (known) return known.title;
    const read = queryClient.fetchQuery(trpc.tasks.get.queryOptions({ taskId }));
    return read.then(
      ({ title }) => title,
      () => 'another task',
    );
  };
  return (taskIds: readonly string[]): Promise<string[]> => Promise.all(taskIds.map(titleOf));
}

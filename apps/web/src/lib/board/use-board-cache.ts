'use client';

import type { Task } from '@crewboard/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../trpc/client.ts';
import type { TaskChange } from './board-cache.ts';
import { changeCachedBoards } from './board-in-cache.ts';

/** What the hooks that change tasks, and later the events of others, do to what is cached. */
export function useBoardCache() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const boardKey = trpc.board.pathKey();
  const taskKey = (taskId: string) => trpc.tasks.get.queryKey({ taskId });

  return {
    show(change: TaskChange) {
      changeCachedBoards(queryClient, boardKey, change);
      if (change.after) queryClient.setQueryData(taskKey(change.after.id), change.after);
    },
    /** An answer under way was asked before the change and would hide it. */
    stopReading: (task: Task) =>
      Promise.all([
        queryClient.cancelQueries({ queryKey: boardKey }),
        queryClient.cancelQueries({ queryKey: taskKey(task.id) }),
      ]),
    readAgain: (task: Task) =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: boardKey }),
        queryClient.invalidateQueries({ queryKey: taskKey(task.id) }),
      ]),
  };
}

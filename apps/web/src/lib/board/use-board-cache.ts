'use client';

import type { Task } from '@crewboard/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { expectOwnChange, takeOwnChange } from '../live/own-changes.ts';
import { useTRPC } from '../trpc/client.ts';
import type { TaskChange } from './board-cache.ts';
import { changeCachedBoards, placeOnCachedBoards } from './board-in-cache.ts';

/** What the hooks that change tasks do to what is cached, before and after the answer. */
export function useBoardCache() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const boardKey = trpc.board.pathKey();
  const taskKey = (taskId: string) => trpc.tasks.get.queryKey({ taskId });

  function show(change: TaskChange): void {
    changeCachedBoards(queryClient, boardKey, change);
    if (change.after) queryClient.setQueryData(taskKey(change.after.id), change.after);
  }
  const countAgain = () => queryClient.invalidateQueries({ queryKey: trpc.board.counts.pathKey() });

  return {
    /** Shows at once what a call will change. Its event then changes nothing more. */
    expect(before: Task, after: Task): void {
      expectOwnChange(before.id);
      show({ before, after });
    },
    /** The call was refused: all is as it was. */
    takeBack(before: Task, after: Task): void {
      takeOwnChange(before.id);
      show({ before: after, after: before });
    },
    /** The call was answered; what others did meanwhile is counted as well. */
    confirm(expected: Task, answer: Task): void {
      show({ before: expected, after: answer });
      void countAgain();
    },
    /** Shows a task that was created; its event counts it. */
    place(task: Task): void {
      placeOnCachedBoards(queryClient, boardKey, task);
      queryClient.setQueryData(taskKey(task.id), task);
      void countAgain();
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

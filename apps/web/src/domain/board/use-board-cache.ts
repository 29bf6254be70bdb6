'use client';

import type { BoardTask, Task } from '@crewboard/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../lib/trpc/client.ts';
import { useTeam } from '../team/team.tsx';
import { newerTask, type TaskChange } from './board-cache.ts';
import { changeCachedBoards, placeOnCachedBoards } from './board-in-cache.ts';
import { expectOwnChange, settleOwnChange } from './own-changes.ts';

/** What the hooks that change tasks do to what is cached, before and after the answer. */
export function useBoardCache() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { id: teamId } = useTeam();
  const boardKey = trpc.board.pathKey();
  const taskKey = (taskId: string) => trpc.tasks.get.queryKey({ taskId });

  function show(change: TaskChange): void {
    changeCachedBoards({ queryClient, boardKey }, teamId, change);
    const { after } = change;
    if (after) queryClient.setQueryData(taskKey(after.id), (known) => known && { ...known, ...after });
  }

  function place(task: Task): void {
    placeOnCachedBoards({ queryClient, boardKey }, teamId, task);
    queryClient.setQueryData(taskKey(task.id), (known) => newerTask(task, known));
    void queryClient.invalidateQueries({ queryKey: trpc.board.counts.pathKey() });
  }

  return {
    /** Shows at once what a call will change. Its event then changes nothing more. */
    expect(before: BoardTask, after: BoardTask): void {
      expectOwnChange(before.id);
      show({ before, after });
    },
    /** One call of several was answered, and the next one follows: what is expected stays shown. */
    expectNext(answer: BoardTask): void {
      settleOwnChange(answer.id, answer);
      expectOwnChange(answer.id);
    },
    /** The call was refused: all is as it was. */
    takeBack(before: BoardTask, after: BoardTask): void {
      settleOwnChange(before.id);
      show({ before: after, after: before });
    },
    /** The call was answered. Events may have told more of the task by now, and what others did is counted as well. */
    confirm(answer: Task): void {
      settleOwnChange(answer.id, answer);
      place(answer);
    },
    /** Shows a task that was created; its event counts it. */
    place,
    /** An answer under way was asked before the change and would hide it. */
    stopReading: (task: BoardTask) =>
      Promise.all([
        queryClient.cancelQueries({ queryKey: boardKey }),
        queryClient.cancelQueries({ queryKey: taskKey(task.id) }),
      ]),
    readAgain: (task: BoardTask) =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: boardKey }),
        queryClient.invalidateQueries({ queryKey: taskKey(task.id) }),
      ]),
  };
}

'use client';

import type { BoardTask, Task } from '@crewboard/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../lib/trpc/client.ts';
import { useTeam } from '../team/team.tsx';
import { newerTask, type TaskChange } from './board-cache.ts';
import { changeCachedBoards, showOnCachedBoards } from './cached-boards.ts';
import { expectOwnChange, hasPendingCalls, settleOwnChange } from './own-changes.ts';
import { sendInOrder } from './send-in-order.ts';

/** Shows changes of a task on the cached boards and in its panel. */
export function useTaskCache() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { id: teamId } = useTeam();
  const boardKey = trpc.board.pathKey();
  const taskKey = (taskId: string) => trpc.tasks.get.queryKey({ taskId });

  function showChange(change: TaskChange): void {
    changeCachedBoards({ queryClient, boardKey }, teamId, change);
    const { after } = change;
    if (after) queryClient.setQueryData(taskKey(after.id), (known) => known && { ...known, ...after });
  }

  /** Shows a response. Events may have brought a later state, and the counts include changes of others. */
  function show(task: Task): void {
    showOnCachedBoards({ queryClient, boardKey }, teamId, task);
    queryClient.setQueryData(taskKey(task.id), (known) => newerTask(task, known));
    void queryClient.invalidateQueries({ queryKey: trpc.board.counts.pathKey() });
  }

  function settle(response: Task): void {
    const { id } = response;
    const hasUnshown = settleOwnChange(id, response);
    // The response to the last call of several includes the changes of all.
    if (!hasPendingCalls(id)) show(response);
    if (!hasUnshown) return;
    for (const queryKey of [boardKey, taskKey(id)]) void queryClient.invalidateQueries({ queryKey });
  }

  return {
    show,
    /** Sends a change of the task and shows the response; the event of the change then changes nothing more. */
    async change(task: Task, send: () => Promise<Task>): Promise<void> {
      expectOwnChange(task.id);
      try {
        settle(await sendInOrder(task, send));
      } catch (error) {
        settleOwnChange(task.id);
        throw error;
      }
    },
    /** One of several calls succeeded, and the next one follows: the expected state stays shown. */
    expectNext(response: BoardTask): void {
      expectOwnChange(response.id);
      settleOwnChange(response.id, response);
    },
    /** For changeOptimistically. */
    optimistic: (before: BoardTask, after: BoardTask) => ({
      queryClient,
      queryKeys: [boardKey, taskKey(before.id)],
      apply() {
        expectOwnChange(before.id);
        showChange({ before, after });
      },
      confirm: settle,
      rollBack() {
        settleOwnChange(before.id);
        showChange({ before: after, after: before });
      },
    }),
  };
}

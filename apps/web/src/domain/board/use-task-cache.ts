'use client';

import type { BoardTask, Task } from '@crewboard/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import { newerTask, type TaskChange } from './board-cache.ts';
import {
  changeCachedBoards,
  findOnCachedBoards,
  isSearch,
  placeOnCachedBoards,
  showOnCachedBoards,
} from './cached-boards.ts';
import { confirmOwnChange, endOwnChanges } from './own-changes.ts';
import {
  asExpected,
  beginChange,
  type Expectation,
  expectedTask,
  hasPendingChanges,
  noteConfirmed,
  type PendingChange,
} from './pending-changes.ts';

/** Shows changes of a task on the cached boards and in its panel. */
export function useTaskCache() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { id: teamId } = useTeam();
  const boardKey = trpc.board.pathKey();
  const boards = { queryClient, boardKey };
  const taskKey = (taskId: string) => trpc.tasks.get.queryKey({ taskId });
  const refetchCounts = () => void queryClient.invalidateQueries({ queryKey: trpc.board.counts.pathKey() });

  /** The newest cached state, or the one that the person saw. */
  function newestOf(task: BoardTask): BoardTask {
    const card = findOnCachedBoards(boards, task.id);
    return newerTask(newerTask(card ?? task, queryClient.getQueryData(taskKey(task.id))), task);
  }

  function showChange(change: TaskChange & { after: BoardTask }): void {
    changeCachedBoards(boards, teamId, change);
    queryClient.setQueryData(taskKey(change.after.id), (known) => known && { ...known, ...change.after });
  }

  /** Shows a response. Events may have brought a later state, and the counts include changes of others. */
  function show(task: Task): void {
    noteConfirmed(task);
    showOnCachedBoards(boards, teamId, task);
    queryClient.setQueryData(taskKey(task.id), (known) => asExpected(newerTask(task, known)));
    refetchCounts();
  }

  /** The change was answered, or failed. Returns the task as it is to be shown. */
  function endChange(change: PendingChange, { id }: BoardTask, response?: Task): BoardTask {
    const shown = change.end(response);
    if (response) confirmOwnChange(response);
    if (!hasPendingChanges(id)) endOwnChanges(id);
    return shown;
  }

  function confirm(change: PendingChange, response: Task): void {
    const shown = endChange(change, response, response);
    placeOnCachedBoards(boards, teamId, shown);
    queryClient.setQueryData(taskKey(response.id), (known) => ({ ...newerTask(response, known), ...shown }));
    refetchCounts();
    // A card that was found by its description is lost when its column is read while the card is expected elsewhere.
    void queryClient.invalidateQueries({ queryKey: boardKey, predicate: isSearch });
  }

  return {
    show,
    /** Runs at the turn of the task: after the changes that were made before, and before those made meanwhile. */
    async inTurn<Result>(task: Task, run: () => Promise<Result>): Promise<Result> {
      const change = beginChange(teamId, newestOf(task), (state) => state);
      try {
        await change.turn();
        return await run();
      } finally {
        endChange(change, task);
        refetchCounts();
      }
    },
    /** One of several calls succeeded, and the next one follows: the expected state stays shown. */
    confirmStep(response: BoardTask): void {
      confirmOwnChange(response);
      noteConfirmed(response);
    },
    /** Shows the response to a call of this page, whose event then counts nothing more. */
    settle(response: Task): void {
      confirmOwnChange(response);
      show(response);
    },
    /**
     * For changeOptimistically.
     *
     * @param send receives the state that it changes
     */
    optimistic(task: BoardTask, expect: Expectation, send: (before: BoardTask) => Promise<Task>) {
      const { id } = task;
      const before = newestOf(task);
      const change = beginChange(teamId, before, expect);
      return {
        queryClient,
        queryKeys: [boardKey, taskKey(id)],
        apply: () => showChange({ before, after: expect(before) }),
        send: async () => send(await change.turn()),
        confirm: (response: Task) => confirm(change, response),
        rollBack() {
          const expected = expectedTask(id) ?? before;
          showChange({ before: expected, after: endChange(change, task) });
        },
      };
    },
  };
}

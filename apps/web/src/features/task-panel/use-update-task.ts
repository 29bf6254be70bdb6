'use client';

import type { Task, TaskPatch } from '@crewboard/contracts';
import { useMutation } from '@tanstack/react-query';
import { patchedTask } from '../../domain/board/task-changes.ts';
import { useBoardCache } from '../../domain/board/use-board-cache.ts';
import { useShowChange } from '../../domain/board/use-show-change.ts';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';

/** Shows the change at once and takes it back when it is rejected; tells whether it was saved. Another assignee can be undone. */
export function useUpdateTask(task: Task) {
  const update = useMutation(useTRPC().tasks.update.mutationOptions());
  const board = useBoardCache();
  const showChange = useShowChange();

  return async (patch: TaskPatch): Promise<boolean> => {
    const expected = patchedTask(task, patch);
    const stopped = board.stopReading(task);
    board.expect(task, expected);
    try {
      await stopped;
      const updated = await update.mutateAsync({ taskId: task.id, ...patch });
      board.confirm(updated);
      void showChange(task, updated);
      return true;
    } catch (error) {
      board.takeBack(task, expected);
      showError(error);
      void board.readAgain(task);
      return false;
    }
  };
}

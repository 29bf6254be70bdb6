'use client';

import type { Task, TaskPatch } from '@crewboard/contracts';
import { useMutation } from '@tanstack/react-query';
import { useBoardCache } from '../../lib/board/use-board-cache.ts';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';

/** Shows the change at once and takes it back when it is refused; tells whether it held. */
export function useUpdateTask(task: Task) {
  const update = useMutation(useTRPC().tasks.update.mutationOptions());
  const board = useBoardCache();

  return async (patch: TaskPatch): Promise<boolean> => {
    const expected = patchedTask(task, patch);
    const stopped = board.stopReading(task);
    board.expect(task, expected);
    try {
      await stopped;
      board.confirm(await update.mutateAsync({ taskId: task.id, ...patch }));
      return true;
    } catch (error) {
      board.takeBack(task, expected);
      showError(error);
      void board.readAgain(task);
      return false;
    }
  };
}

/** Taking a held task from its agent gives it back to the queue, as the API does. */
function patchedTask(task: Task, patch: TaskPatch): Task {
  const isGivenBack = patch.assignedAgentId === null && task.assignedAgentId && task.status === 'in_progress';
  return { ...task, ...patch, status: isGivenBack ? 'todo' : task.status };
}

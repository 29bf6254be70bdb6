'use client';

import type { BoardTask, TaskStatus } from '@crewboard/contracts';
import { useMutation } from '@tanstack/react-query';
import { showError } from '../show-error.ts';
import { useTRPC } from '../trpc/client.ts';
import { movedTask } from './board-cache.ts';
import { useBoardCache } from './use-board-cache.ts';

interface MoveTask {
  task: BoardTask;
  status: TaskStatus;
}

/** Shows the move at once and takes it back when it is refused. */
export function useMoveTask() {
  const move = useMutation(useTRPC().tasks.move.mutationOptions());
  const board = useBoardCache();

  return async ({ task, status }: MoveTask): Promise<boolean> => {
    if (task.status === status) return true;
    const expected = movedTask(task, status);
    const stopped = board.stopReading(task);
    board.expect(task, expected);
    try {
      await stopped;
      board.confirm(await move.mutateAsync({ taskId: task.id, status }));
      return true;
    } catch (error) {
      board.takeBack(task, expected);
      showError(error);
      void board.readAgain(task);
      return false;
    }
  };
}

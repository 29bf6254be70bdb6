'use client';

import type { BoardTask, TaskStatus } from '@crewboard/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { showError } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';
import { useTeam } from '../team/team.tsx';
import { movedTask } from './board-cache.ts';
import { confirmCancel } from './confirm-cancel.tsx';
import { isHeld } from './task-changes.ts';
import { useBoardCache } from './use-board-cache.ts';
import { useShowChange } from './use-show-change.ts';

interface MoveTask {
  task: BoardTask;
  status: TaskStatus;
}

/** Whether a person is asked before the move. */
export const isConfirmedFirst = ({ task, status }: MoveTask): boolean =>
  status === 'cancelled' && isHeld(task);

/** Shows the move at once and takes it back when it is rejected; says it with Undo when it is done. */
export function useMoveTask() {
  const trpc = useTRPC();
  const move = useMutation(trpc.tasks.move.mutationOptions());
  const board = useBoardCache();
  const showChange = useShowChange();
  const queryClient = useQueryClient();
  const agentsKey = trpc.agents.summaries.queryKey({ teamId: useTeam().id });

  function confirm({ title, assignedAgentId }: BoardTask): Promise<boolean> {
    const agents = queryClient.getQueryData(agentsKey);
    return confirmCancel(title, agents?.find(({ id }) => id === assignedAgentId)?.name ?? 'An agent');
  }

  return async ({ task, status }: MoveTask): Promise<boolean> => {
    if (task.status === status) return true;
    if (isConfirmedFirst({ task, status }) && !(await confirm(task))) return false;
    const expected = movedTask(task, status);
    const stopped = board.stopReading(task);
    board.expect(task, expected);
    try {
      await stopped;
      const moved = await move.mutateAsync({ taskId: task.id, status });
      board.confirm(moved);
      void showChange(task, moved);
      return true;
    } catch (error) {
      board.takeBack(task, expected);
      showError(error);
      void board.readAgain(task);
      return false;
    }
  };
}

'use client';

import type { BoardTask, Task } from '@crewboard/contracts';
import { useMutation } from '@tanstack/react-query';
import { problemOf } from '../../lib/problem-of.ts';
import { showError, showFailure } from '../../lib/show-error.ts';
import { useTRPC } from '../../lib/trpc/client.ts';
import { timeOfChange } from './board-cache.ts';
import { isHeld, restoreSteps } from './task-changes.ts';
import { useBoardCache } from './use-board-cache.ts';

/**
 * Brings the status and the assignee of `before` back, unless the task was changed since `now`. Returns what to say
 * about it, or null when it failed. What it cannot bring back: the time of the claim, which begins anew, and that a
 * completed task was completed by its agent and not moved to Done.
 */
export function useRestoreTask() {
  const trpc = useTRPC();
  const move = useMutation(trpc.tasks.moveIfUnchanged.mutationOptions());
  const update = useMutation(trpc.tasks.updateIfUnchanged.mutationOptions());
  const board = useBoardCache();

  return async (now: Task, before: BoardTask): Promise<string | null> => {
    const { status, assignedAgentId } = before;
    const expected = { ...now, status, assignedAgentId, statusChangedAt: timeOfChange(now) };
    const stopped = board.stopReading(now);
    board.expect(now, expected);
    let task = now;
    try {
      await stopped;
      for (const step of restoreSteps(now, before)) {
        if (task !== now) board.expectNext(task);
        const target = { taskId: task.id, version: task.version, ...step };
        task = await ('status' in target ? move.mutateAsync(target) : update.mutateAsync(target));
      }
      board.confirm(task);
      return isHeld(before) ? 'Its agent holds it again. The time of the claim begins anew.' : '';
    } catch (error) {
      board.takeBack(now, expected);
      showFailedUndo(error, now.title, task !== now);
      void board.readAgain(now);
      return null;
    }
  };
}

function showFailedUndo(error: unknown, title: string, isPartlyDone: boolean): void {
  if (problemOf(error).code !== 'PRECONDITION_FAILED') {
    showError(error);
    return;
  }
  const [heading, state] = isPartlyDone
    ? ['Undone in part', 'The rest stays as it is now: look at its activity.']
    : ['Not undone', 'It stays as it is now.'];
  showFailure('undo', heading, `“${title}” was changed meanwhile. ${state}`);
}

'use client';

import type { BoardTask } from '@crewboard/contracts';
import { useMutation } from '@tanstack/react-query';
import { announce } from '../../lib/announce.ts';
import { toDisplayedProblem } from '../../lib/problem-of.ts';
import { showError, showFailure } from '../../lib/show-error.ts';
import { showToast } from '../../lib/toast.ts';
import { useTRPC } from '../../lib/trpc/client.ts';
import { releasedTask } from './board-cache.ts';
import { isHeld } from './task-changes.ts';
import { useChangeTask } from './task-mutations.ts';

const DURATION_MS = 5_000;

/**
 * Releases a task optimistically: from its agent, or for new attempts when it needs attention. Resolves to whether it was
 * released. A claim that began since the task was shown is kept.
 */
export function useReleaseTask() {
  const release = useMutation(useTRPC().tasks.release.mutationOptions());
  const change = useChangeTask();

  return async (task: BoardTask, reason?: string): Promise<boolean> => {
    const { id: taskId, title } = task;
    const attempt = isHeld(task) ? task.attempt : undefined;
    const isReleased = await change(
      task,
      releasedTask(task),
      () => release.mutateAsync({ taskId, attempt, reason }),
      (error) => {
        if (toDisplayedProblem(error).code !== 'STALE_CLAIM') return showError(error);
        showFailure('release', 'Not released', `The claim of “${title}” has ended meanwhile.`);
      },
    );
    // A change of the status is shown already, with Undo.
    if (isReleased && task.status === 'todo') {
      announce(`Released “${title}”. Agents can claim it again.`);
      showToast({ title: 'Released', message: 'Agents can claim it again.', durationMs: DURATION_MS });
    }
    return isReleased;
  };
}

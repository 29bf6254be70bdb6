'use client';

import type { BoardTask } from '@crewboard/contracts';
import { getNamedTasks } from '#lib/failures/problem-of.ts';
import { showError, showFailure } from '#lib/notices/show-error.ts';
import { useTaskTitles } from './use-task-titles.ts';

/** Says what failed: of a task that waits for others, for which. */
export function useShowTaskError() {
  const titlesOf = useTaskTitles();

  return async (error: unknown, task: Pick<BoardTask, 'title'>): Promise<void> => {
    const { openBlockerIds } = getNamedTasks(error);
    if (openBlockerIds.length === 0) return showError(error);
    const { blockedMessage } = await import('./dependency-messages.ts');
    const titles = await titlesOf(openBlockerIds.slice(0, maxNamed));
    showFailure('TASK_BLOCKED', 'Not started', blockedMessage(task.title, titles, openBlockerIds.length));
  };
}

/** In a message. */
const maxNamed = 2;

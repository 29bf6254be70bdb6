'use client';

import { changeRules } from '#domain/board/changes/use-change-task.ts';
import { useBoardLocation } from '#domain/board/use-board-location.ts';
import { Attention } from '#features/attention/attention.tsx';
import { usePreload } from '#lib/lazy/lazy-part.tsx';
import { TaskPanel } from '../lazy-task-panel.ts';

/** What waits for a person, with the task of the URL in a panel. */
export function AttentionScreen() {
  const { taskId } = useBoardLocation();
  usePreload(TaskPanel, changeRules);
  return <Attention panel={taskId && <TaskPanel key={taskId} taskId={taskId} />} />;
}

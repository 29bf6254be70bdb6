'use client';

import { changeRules } from '#domain/board/changes/use-change-task.ts';
import { useBoardLocation } from '#domain/board/use-board-location.ts';
import { Archive } from '#features/archive/archive.tsx';
import { usePreload } from '#lib/lazy/lazy-part.tsx';
import { TaskPanel } from '../lazy-task-panel.ts';

/** The archive, with the task of the URL in a panel. */
export function ArchiveScreen() {
  const { taskId } = useBoardLocation();
  usePreload(TaskPanel, changeRules);
  return <Archive panel={taskId && <TaskPanel key={taskId} taskId={taskId} />} />;
}

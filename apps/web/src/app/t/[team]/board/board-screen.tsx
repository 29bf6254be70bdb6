'use client';

import type { FirstStepsState } from '#domain/board/first-steps-state.ts';
import type { TodoOrder } from '#domain/board/todo-order.ts';
import { useBoardLocation } from '#domain/board/use-board-location.ts';
import { ActivitySparkline } from '#features/activity/activity-sparkline.tsx';
import { Board } from '#features/board/board.tsx';
import { usePreload } from '#lib/lazy/lazy-part.tsx';
import { TaskPanel } from '../lazy-task-panel.ts';

interface BoardScreenProps {
  /** From the cookies of this browser, as the server read them. */
  choices: { todoOrder: TodoOrder; firstSteps: FirstStepsState };
}

/** The board, with the task of the URL in a panel. */
export function BoardScreen({ choices }: BoardScreenProps) {
  const { taskId } = useBoardLocation();
  usePreload(TaskPanel);
  return (
    <Board
      activity={<ActivitySparkline />}
      choices={choices}
      panel={taskId && <TaskPanel key={taskId} taskId={taskId} />}
    />
  );
}

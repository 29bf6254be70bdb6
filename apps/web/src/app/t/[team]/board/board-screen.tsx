'use client';

import { SidePanelArea } from '../../../../components/side-panel.tsx';
import { useBoardLocation } from '../../../../domain/board/use-board-location.ts';
import { ActivitySparkline } from '../../../../features/activity/activity-sparkline.tsx';
import { Board } from '../../../../features/board/board.tsx';
import { TaskPanel } from '../../../../features/task-panel/task-panel.tsx';

/** The board, with the task of the URL in a panel. */
export function BoardScreen({ apiUrl }: { apiUrl: string }) {
  const { taskId } = useBoardLocation();
  return (
    <SidePanelArea>
      <Board activity={<ActivitySparkline />} apiUrl={apiUrl} />
      {taskId && <TaskPanel key={taskId} taskId={taskId} />}
    </SidePanelArea>
  );
}

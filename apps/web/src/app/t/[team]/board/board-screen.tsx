'use client';

import { Board } from '../../../../features/board/board.tsx';
import { TaskPanel } from '../../../../features/task-panel/task-panel.tsx';
import { useBoardLocation } from '../../../../lib/board/use-board-location.ts';
import styles from './board-screen.module.css';

/** The board, and over it the task that the URL names. */
export function BoardScreen({ apiUrl }: { apiUrl: string }) {
  const { taskId } = useBoardLocation();
  return (
    <div className={styles.screen}>
      <Board apiUrl={apiUrl} />
      {taskId && <TaskPanel key={taskId} taskId={taskId} />}
    </div>
  );
}

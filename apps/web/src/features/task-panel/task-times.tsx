import type { BoardTask } from '@crewboard/contracts';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { formatNumber } from '#lib/format/format-number.ts';
import styles from './task-panel.module.css';

/** What one looks up, in a line: "Attempt 2 · Created 3h ago · Updated now". */
export function TaskTimes({ task }: { task: BoardTask }) {
  return (
    <p className={styles.times}>
      {task.attempt > 0 && <>Attempt {formatNumber(task.attempt)} · </>}
      Created <RelativeTime time={task.createdAt} /> · Updated <RelativeTime time={task.updatedAt} />
    </p>
  );
}

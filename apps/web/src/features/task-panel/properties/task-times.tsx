import type { BoardTask } from '@crewboard/contracts';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { formatNumber } from '#lib/format/format-number.ts';
import { CopyIcon } from '../copy-icon.tsx';
import styles from '../task-panel.module.css';
import { ExternalId } from './external-id.tsx';

interface TaskTimesProps {
  task: BoardTask;
  canEdit: boolean;
}

/** The details that people rarely need: "Attempt 2 · Created 3h ago · Updated now", and the ids, to copy. */
export function TaskTimes({ task, canEdit }: TaskTimesProps) {
  return (
    <div className={styles.times}>
      <p>
        {task.attempt > 0 && <>Attempt {formatNumber(task.attempt)} · </>}
        Created <RelativeTime time={task.createdAt} /> · Updated <RelativeTime time={task.updatedAt} />
      </p>
      <p className={styles.id}>
        <span>
          ID <code>{task.id}</code>
        </span>
        <CopyIcon label="Copy id" size="sm" text={() => task.id} />
      </p>
      <ExternalId canEdit={canEdit} task={task} />
    </div>
  );
}

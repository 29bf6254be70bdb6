import type { BoardTask } from '@crewboard/contracts';
import { StatusIcon } from '#components/task/status-icon.tsx';
import { type AssigneeNames, assigneeName } from '#domain/events/assignee-names.ts';
import styles from './found-task.module.css';

/** A task among those that a search has found: its status, title and assignee. */
export function FoundTask({ task, names }: { task: BoardTask; names: AssigneeNames }) {
  return (
    <>
      <StatusIcon status={task.status} />
      <span className={`${styles.title} truncate`} dir="auto">
        {task.title}
      </span>
      <span className={`${styles.assignee} truncate`} dir="auto">
        {assigneeName(task, names)}
      </span>
    </>
  );
}

import type { BoardTask } from '@crewboard/contracts';
import { StatusIcon } from '#components/task/status-icon.tsx';
import { type AssigneeNames, assigneeName } from '#domain/team/assignee-names.ts';
import styles from './found-task.module.css';

/** The content of one search result: the status, title and assignee of a task. */
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

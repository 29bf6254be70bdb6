import {
  type AgentSummary,
  type BoardTask,
  boardTime,
  type ProjectSummary,
  type TaskStatus,
} from '@crewboard/contracts';
import { AgentAvatar } from '../../components/agent-avatar.tsx';
import { PriorityIcon } from '../../components/priority-icon.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import styles from './task-card.module.css';

/** The event at the time of a card, by which its column is sorted. */
const timeLabels: Record<TaskStatus, string> = {
  todo: 'Created',
  in_progress: 'In progress since',
  done: 'Done',
  cancelled: 'Cancelled',
};

interface TaskCardProps {
  task: BoardTask;
  project?: ProjectSummary;
  agent?: AgentSummary;
}

/** The content of a card, without dragging and its link. */
export function TaskCard({ task, project, agent }: TaskCardProps) {
  return (
    <>
      <span className={styles.title}>{task.title}</span>
      <span className={styles.meta}>
        <PriorityIcon priority={task.priority} />
        {project && (
          <span className={styles.project} title={project.name}>
            {project.name}
          </span>
        )}
        {agent && <AgentAvatar labelled lastActiveAt={agent.lastActiveAt} name={agent.name} size={18} />}
        <span className={styles.age}>
          <RelativeTime label={timeLabels[task.status]} time={boardTime(task)} />
        </span>
      </span>
    </>
  );
}

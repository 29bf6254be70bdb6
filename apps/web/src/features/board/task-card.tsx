import type { AgentSummary, BoardTask, ProjectSummary } from '@crewboard/contracts';
import { AgentAvatar } from '../../components/agent-avatar.tsx';
import { PriorityIcon } from '../../components/priority-icon.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import styles from './task-card.module.css';

interface TaskCardProps {
  task: BoardTask;
  project?: ProjectSummary;
  agent?: AgentSummary;
}

/** What a card says; how it is moved and opened is around it. */
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
          <RelativeTime time={task.createdAt} />
        </span>
      </span>
    </>
  );
}

import type { BoardTask } from '@crewboard/contracts';
import Link from 'next/link';
import { PriorityIcon } from '../../components/priority-icon.tsx';
import { RelativeTime } from '../../components/relative-time.tsx';
import { useTeam } from '../../domain/team/team.tsx';
import styles from './agent-task-group.module.css';

export function AgentTaskRow({ task }: { task: BoardTask }) {
  const team = useTeam();
  return (
    <li className={styles.task}>
      <Link className={styles.link} href={`/t/${team.id}/board/tasks/${task.id}`}>
        <PriorityIcon priority={task.priority} />
        <span className={styles.text}>{task.title}</span>
        <span className={styles.meta}>
          <RelativeTime time={task.updatedAt} />
        </span>
      </Link>
    </li>
  );
}

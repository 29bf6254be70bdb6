import {
  type AgentOverview,
  type BoardTask,
  type BoundedCount,
  isClosed,
  type TaskStatus,
} from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { ErrorState } from '#components/notices/error-state.tsx';
import { PageLink } from '#components/page/page-link.tsx';
import { BlockedMark } from '#components/task/blocked-mark.tsx';
import { PriorityIcon } from '#components/task/priority-icon.tsx';
import { StatusIcon } from '#components/task/status-icon.tsx';
import { TaskCount } from '#components/task/task-count.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { taskPath } from '#domain/board/board-paths.ts';
import { statusNames } from '#domain/board/statuses.ts';
import { useColumn } from '#domain/board/store/use-task-store.ts';
import { useTeam } from '#domain/team/team.tsx';
import { useSkipEmptyPages } from '#lib/trpc/use-skip-empty-pages.ts';
import styles from './agent-task-group.module.css';

interface AgentTaskGroupProps {
  agent: AgentOverview;
  status: TaskStatus;
  /** The number of all tasks, loaded or not. */
  count: BoundedCount;
}

/** The tasks of an agent in one status, page by page. */
export function AgentTaskGroup({ agent, status, count }: AgentTaskGroupProps) {
  const { id: teamId } = useTeam();
  const { tasks, ...column } = useColumn({ teamId, agentId: agent.id }, { status, todoOrder: 'queue' });
  useSkipEmptyPages(column, column.data?.pages.at(-1)?.tasks.length === 0);
  const titleId = `agent-tasks-${status}`;

  return (
    <section aria-labelledby={titleId}>
      <h2 className={styles.title} id={titleId}>
        <StatusIcon decorative status={status} />
        {statusNames[status]}
        <span className={styles.count}>
          <TaskCount tasks={count} />
        </span>
      </h2>
      <ul className={styles.tasks}>
        {tasks.map((task) => (
          <AgentTaskRow key={task.id} task={task} />
        ))}
      </ul>
      {column.isError && <ErrorState error={column.error} onRetry={() => column.refetch()} />}
      {column.hasNextPage && (
        <Button
          loading={column.isFetchingNextPage}
          mt="xs"
          onClick={() => void column.fetchNextPage()}
          variant="default"
        >
          Load more
        </Button>
      )}
    </section>
  );
}

function AgentTaskRow({ task }: { task: BoardTask }) {
  const team = useTeam();
  return (
    <li className={styles.task}>
      <PageLink className={styles.link} href={taskPath(team.id, task.id)}>
        <PriorityIcon priority={task.priority} />
        <span className={`${styles.text} truncate`} dir="auto">
          {task.title}
        </span>
        <span className={styles.meta}>
          {task.isBlocked && !isClosed(task) && <BlockedMark />}
          <RelativeTime time={task.updatedAt} />
        </span>
      </PageLink>
    </li>
  );
}

'use client';

import type { AgentOverview, TaskStatus } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { ErrorState } from '../../components/error-state.tsx';
import { StatusIcon } from '../../components/status-icon.tsx';
import { tasksOf } from '../../domain/board/board-cache.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import styles from './agent-task-group.module.css';
import { AgentTaskRow } from './agent-task-row.tsx';
import { statusNames } from './status-names.ts';
import { useAgentTasks } from './use-agent-tasks.ts';

interface AgentTaskGroupProps {
  agent: AgentOverview;
  status: TaskStatus;
  /** All of them, loaded or not. */
  count: number;
}

export function AgentTaskGroup({ agent, status, count }: AgentTaskGroupProps) {
  const tasks = useAgentTasks(agent.id, status);
  const shown = tasksOf(tasks.data);
  const title = `agent-tasks-${status}`;

  return (
    <section aria-labelledby={title}>
      <h2 className={styles.title} id={title}>
        <StatusIcon decorative status={status} />
        {statusNames[status]}
        <span className={styles.count}>{formatNumber(count)}</span>
      </h2>
      <ul className={styles.tasks}>
        {shown.map((task) => (
          <AgentTaskRow key={task.id} task={task} />
        ))}
      </ul>
      {tasks.isError && <ErrorState error={tasks.error} onRetry={() => tasks.refetch()} />}
      {tasks.hasNextPage && (
        <Button
          loading={tasks.isFetchingNextPage}
          mt="xs"
          onClick={() => tasks.fetchNextPage()}
          size="xs"
          variant="default"
        >
          Load more
        </Button>
      )}
    </section>
  );
}

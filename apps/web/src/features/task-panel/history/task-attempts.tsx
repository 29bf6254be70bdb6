import type { TaskAttempt } from '@crewboard/contracts';
import { Skeleton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { QueryError } from '#components/notices/error-state.tsx';
import { AgentAvatar } from '#components/task/avatars.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { useAssigneeNames } from '#domain/team/use-assignee-names.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { SubtleButton } from '../subtle-button.tsx';
import panelStyles from '../task-panel.module.css';
import { durationLabel, outcomeLabel, reasonLabel } from './attempt-labels.ts';
import { attemptsOptions } from './history-queries.ts';
import styles from './task-attempts.module.css';

/**
 * The attempts of the task, the newest first: which agent held it, for how long, and how that ended. `LiveUpdates`
 * reads them again after events.
 */
export function TaskAttempts({ taskId }: { taskId: string }) {
  const query = useInfiniteQuery(attemptsOptions(useTRPC(), taskId));
  const names = useAssigneeNames();
  const attempts = query.data?.pages.flatMap((page) => page.attempts) ?? [];
  if (query.isSuccess && attempts.length === 0) return null;

  return (
    <section aria-labelledby="task-attempts" className={panelStyles.section}>
      <div className={panelStyles.heading}>
        <h3 id="task-attempts">Attempts</h3>
      </div>
      {query.isPending && <Skeleton h={32} />}
      <QueryError query={query} />
      <ul>
        {attempts.map((attempt) => (
          <AttemptRow
            agentName={names.get(attempt.agentId) ?? 'An agent'}
            attempt={attempt}
            key={attempt.attempt}
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <SubtleButton loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          Show more
        </SubtleButton>
      )}
    </section>
  );
}

function AttemptRow({ attempt, agentName }: { attempt: TaskAttempt; agentName: string }) {
  return (
    <li className={styles.attempt} data-outcome={attempt.outcome ?? 'working'}>
      <span className={styles.number}>
        <span className="visually-hidden">Attempt </span>
        {attempt.attempt}
      </span>
      <AgentAvatar name={agentName} size={18} />
      <span className="truncate" dir="auto">
        {agentName}
      </span>
      <span className={styles.outcome}>{outcomeLabel(attempt)}</span>
      <span className={styles.duration}>{durationLabel(attempt)}</span>
      <span className={styles.start}>
        <RelativeTime label="Started" time={attempt.startedAt} />
      </span>
      {attempt.reason && (
        <p className={styles.reason} dir="auto">
          {reasonLabel(attempt)}
        </p>
      )}
    </li>
  );
}

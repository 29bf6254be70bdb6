'use client';

import type { TaskAttempt } from '@crewboard/contracts';
import { Button, Skeleton } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ErrorState } from '#components/notices/error-state.tsx';
import { AgentAvatar } from '#components/task/avatars.tsx';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { serviceReason } from '#domain/events/release-reason.ts';
import { useTeam } from '#domain/team/team.tsx';
import { useTRPC } from '#lib/trpc/client.ts';
import panelStyles from '../task-panel.module.css';
import { durationLabel, outcomeLabel } from './attempt-labels.ts';
import { attemptsOptions } from './attempts-query.ts';
import styles from './task-attempts.module.css';

/** Who held the task, for how long, and how each attempt ended: the newest first, kept current. */
export function TaskAttempts({ taskId }: { taskId: string }) {
  const trpc = useTRPC();
  const { id: teamId } = useTeam();
  const query = useInfiniteQuery(attemptsOptions(trpc, taskId));
  const agents = useQuery(trpc.agents.summaries.queryOptions({ teamId })).data ?? [];
  const names = new Map(agents.map(({ id, name }) => [id, name]));
  const attempts = query.data?.pages.flatMap((page) => page.attempts) ?? [];
  if (query.isSuccess && attempts.length === 0 && !query.hasNextPage) return null;

  return (
    <section aria-labelledby="task-attempts" className={panelStyles.section}>
      <div className={panelStyles.heading}>
        <h3 id="task-attempts">Attempts</h3>
      </div>
      {query.isPending && <Skeleton h={32} />}
      {query.isError && !query.data && (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      )}
      <ul className={styles.list}>
        {attempts.map((attempt) => (
          <AttemptRow
            agentName={names.get(attempt.agentId) ?? 'An agent'}
            attempt={attempt}
            key={attempt.startedAt}
          />
        ))}
      </ul>
      {query.hasNextPage && (
        <Button
          color="gray"
          loading={query.isFetchingNextPage}
          onClick={() => void query.fetchNextPage()}
          size="compact-xs"
          variant="subtle"
        >
          Show more
        </Button>
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
      <span className={styles.agent} dir="auto">
        {agentName}
      </span>
      <span className={styles.outcome}>{outcomeLabel(attempt)}</span>
      <span className={styles.duration}>{durationLabel(attempt)}</span>
      <span className={styles.start}>
        <RelativeTime label="Started" time={attempt.startedAt} />
      </span>
      {attempt.reason && (
        <p className={styles.reason} dir="auto">
          {serviceReason(attempt.reason)}
        </p>
      )}
    </li>
  );
}

import type { BoardTask } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { LastFailure } from '#domain/attention/last-failure.tsx';
import { useReleaseTask } from '#domain/board/changes/task-mutations.ts';
import { useTRPC } from '#lib/trpc/client.ts';
import { attemptsOptions } from '../history/history-queries.ts';
import styles from '../task-notice.module.css';

/** Says that the attempts are exhausted, so that agents no longer get the task, with a button that releases it. */
export function AttentionNotice({ task, canRelease }: { task: BoardTask; canRelease: boolean }) {
  const release = useReleaseTask();
  return (
    <section aria-label="Attempts exhausted" className={styles.notice}>
      <div className={styles.text}>
        <span className={styles.mark}>
          <IconAlertTriangle aria-hidden size={14} stroke={1.75} />
          Attempts exhausted
        </span>
        <p>
          As many attempts in a row failed, or ended with their lease, as the project allows, so agents no
          longer get this task.{' '}
          {canRelease ? 'Release it, and agents get it again.' : 'A member of the team can release it.'}
        </p>
        <LastAttempt taskId={task.id} />
      </div>
      {canRelease && (
        // Ignore the second click of a double click: by then, another button may be in this place.
        <Button onClick={({ detail }) => detail < 2 && void release(task)} variant="default">
          Release
        </Button>
      )}
    </section>
  );
}

/** How the last attempt that has ended failed. The list of attempts below reads the same query. */
function LastAttempt({ taskId }: { taskId: string }) {
  const attempts = useInfiniteQuery(attemptsOptions(useTRPC(), taskId)).data?.pages[0]?.attempts;
  const last = attempts?.find(({ outcome }) => outcome !== null);
  if (last?.outcome !== 'failed' && last?.outcome !== 'expired') return null;
  return (
    <p className={styles.reason}>
      <LastFailure failure={{ outcome: last.outcome, reason: last.reason }} />
    </p>
  );
}

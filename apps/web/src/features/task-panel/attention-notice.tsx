'use client';

import type { BoardTask } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { AttentionMark } from '#components/task/attention-mark.tsx';
import { useReleaseTask } from '#domain/board/task-mutations.ts';
import styles from './attention-notice.module.css';

/** Says why agents no longer get the task, and releases it. */
export function AttentionNotice({ task, canRelease }: { task: BoardTask; canRelease: boolean }) {
  const release = useReleaseTask();
  return (
    <section aria-label="Needs attention" className={styles.notice}>
      <div className={styles.text}>
        <AttentionMark />
        <p>
          As many leases in a row expired as the project allows, so no agent gets the task.{' '}
          {canRelease ? 'Release it to start counting again.' : 'A member of the team can release it.'}
        </p>
      </div>
      {canRelease && (
        <Button onClick={({ detail }) => detail < 2 && void release(task)} variant="default">
          Release
        </Button>
      )}
    </section>
  );
}

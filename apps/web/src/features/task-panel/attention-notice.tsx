'use client';

import type { BoardTask } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useReleaseTask } from '#domain/board/task-mutations.ts';
import styles from './attention-notice.module.css';

/** Says why agents no longer get the task, with a button that releases it. */
export function AttentionNotice({ task, canRelease }: { task: BoardTask; canRelease: boolean }) {
  const release = useReleaseTask();
  return (
    <section aria-label="Needs attention" className={styles.notice}>
      <div className={styles.text}>
        <span className={styles.mark}>
          <IconAlertTriangle aria-hidden size={14} stroke={1.75} />
          Needs attention
        </span>
        <p>
          Its lease expired as many times in a row as the project allows, so agents no longer get this task.{' '}
          {canRelease ? 'Release it, and agents get it again.' : 'A member of the team can release it.'}
        </p>
      </div>
      {canRelease && (
        // The second click of a double click must not act on what is there then.
        <Button onClick={({ detail }) => detail < 2 && void release(task)} variant="default">
          Release
        </Button>
      )}
    </section>
  );
}

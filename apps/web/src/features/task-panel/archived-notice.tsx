'use client';

import type { BoardTask } from '@crewboard/contracts';
import { Button } from '@mantine/core';
import { RelativeTime } from '#components/time/relative-time.tsx';
import { useArchive } from '#domain/board/archive-mutations.ts';
import styles from './attention-notice.module.css';

interface ArchivedNoticeProps {
  task: BoardTask;
  archivedAt: string;
  canRestore: boolean;
}

/** Says why nothing of the task can be changed, and restores it. */
export function ArchivedNotice({ task, archivedAt, canRestore }: ArchivedNoticeProps) {
  const { restore } = useArchive();
  return (
    <section aria-label="Archived" className={styles.notice} data-calm>
      <p className={styles.text}>
        Archived <RelativeTime time={archivedAt} />. Nothing of it can be changed until it is restored.
      </p>
      {canRestore && (
        <Button onClick={({ detail }) => detail < 2 && void restore(task)} size="xs" variant="default">
          Restore
        </Button>
      )}
    </section>
  );
}

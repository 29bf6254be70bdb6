import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './related-tasks.module.css';

/** A row of the task's properties: a label, and lists of related tasks. */
export function Property({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{children}</dd>
    </>
  );
}

/** Takes the place of a list of related tasks that could not be loaded. */
export function FailedRead({ what, onRetry }: { what: string; onRetry: () => void }) {
  return (
    <div className={styles.failed}>
      Could not load {what}.
      <Button onClick={onRetry} size="compact-xs" variant="subtle">
        Try again
      </Button>
    </div>
  );
}

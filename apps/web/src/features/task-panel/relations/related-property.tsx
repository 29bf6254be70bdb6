import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './related-tasks.module.css';

/** A row of the properties in the panel: its name, and a list of tasks. */
export function Property({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className={styles.label}>{label}</dt>
      <dd className={styles.value}>{children}</dd>
    </>
  );
}

/** Takes the place of such a list that could not be read. */
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

import type { ReactNode } from 'react';
import styles from './notice.module.css';

/** A page with a single message: what happened and what to do. */
export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.notice}>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </div>
  );
}

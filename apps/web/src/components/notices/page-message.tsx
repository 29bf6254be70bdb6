import type { ReactNode } from 'react';
import styles from './page-message.module.css';

/** A page with a single message: what happened and what to do. */
export function PageMessage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.message}>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </div>
  );
}

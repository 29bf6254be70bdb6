import type { ReactNode } from 'react';
import styles from './front-frame.module.css';
import { PageLink } from './page-link.tsx';
import { Wordmark } from './wordmark.tsx';

/** The frame of pages outside of any team, such as the sign-in and invitations. */
export function FrontFrame({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <main className={styles.main}>
        <Wordmark />
        <h1 className={styles.title}>{title}</h1>
        {children}
      </main>
      <footer className={styles.footer}>
        <PageLink href="/status">Status and API</PageLink>
      </footer>
    </div>
  );
}

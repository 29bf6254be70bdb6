import type { ReactNode } from 'react';
import styles from './page-frame.module.css';
import { PageLink } from './page-link.tsx';
import { Wordmark } from './wordmark.tsx';

/** The frame of pages that do not belong to a team, such as the status page. */
export function PageFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <header className={styles.header}>
        <div className={styles.width}>
          <PageLink aria-label="Crewboard, start page" className={styles.home} href="/">
            <Wordmark />
          </PageLink>
          <p className={styles.tagline}>People and agents, one board</p>
        </div>
      </header>
      <main className={styles.main}>
        <div className={styles.width}>{children}</div>
      </main>
    </>
  );
}

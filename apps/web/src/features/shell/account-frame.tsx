import type { Account } from '@crewboard/contracts';
import type { ReactNode } from 'react';
import { PageLink } from '#components/page/page-link.tsx';
import { Wordmark } from '#components/page/wordmark.tsx';
import styles from './account-frame.module.css';
import { AccountMenu } from './account-menu.tsx';

interface AccountFrameProps {
  account: Account;
  /** The content starts at the top instead of being centred. */
  isTopAligned?: boolean;
  children: ReactNode;
}

/** The frame of pages that a signed-in person sees outside of a team. */
export function AccountFrame({ account, isTopAligned, children }: AccountFrameProps) {
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <PageLink aria-label="Crewboard, start page" className={styles.home} href="/">
          <Wordmark />
        </PageLink>
        <div className={styles.account}>
          <AccountMenu account={{ name: account.name, email: account.email }} />
        </div>
      </header>
      <main className={styles.main} data-top={isTopAligned || undefined}>
        {children}
      </main>
    </div>
  );
}

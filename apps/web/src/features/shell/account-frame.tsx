import type { Account } from '@crewboard/contracts';
import type { ReactNode } from 'react';
import { Wordmark } from '../../components/wordmark.tsx';
import styles from './account-frame.module.css';
import { AccountMenu } from './account-menu.tsx';

interface AccountFrameProps {
  account: Account;
  children: ReactNode;
}

/** The frame of pages for somebody who is signed in but in no team. */
export function AccountFrame({ account, children }: AccountFrameProps) {
  return (
    <div className={styles.frame}>
      <header className={styles.header}>
        <Wordmark />
        <div className={styles.account}>
          <AccountMenu account={{ name: account.name, email: account.email }} />
        </div>
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  );
}

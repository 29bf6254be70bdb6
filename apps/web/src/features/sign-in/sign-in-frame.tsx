import Link from 'next/link';
import type { ReactNode } from 'react';
import { Wordmark } from '../../components/wordmark.tsx';
import styles from './sign-in-frame.module.css';

export function SignInFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <main className={styles.main}>
        <Wordmark />
        <h1 className={styles.title}>Sign in to your board</h1>
        {children}
      </main>
      <footer className={styles.footer}>
        <Link href="/status">Status and API</Link>
      </footer>
    </div>
  );
}

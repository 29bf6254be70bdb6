import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import type { ReactNode } from 'react';
import { PageLink } from '../../components/page-link.tsx';
import { Wordmark } from '../../components/wordmark.tsx';
import { SignInForm } from '../../features/sign-in/sign-in-form.tsx';
import { loadAccount } from '../../lib/auth/load-account.ts';
import { nextPath } from '../../lib/next-path.ts';
import styles from './page.module.css';

export const metadata: Metadata = { title: 'Sign in' };

interface SignInPageProps {
  searchParams: Promise<{ next?: string | string[] }>;
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const next = nextPath((await searchParams).next) ?? '/';
  // Render the form even if the API cannot be reached: the form shows that error.
  const account = await loadAccount().catch(() => null);
  if (account) redirect(next);

  return (
    <SignInFrame>
      <SignInForm next={next} />
    </SignInFrame>
  );
}

function SignInFrame({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <main className={styles.main}>
        <Wordmark />
        <h1 className={styles.title}>Sign in to your board</h1>
        {children}
      </main>
      <footer className={styles.footer}>
        <PageLink href="/status">Status and API</PageLink>
      </footer>
    </div>
  );
}

import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { FrontFrame } from '#components/page/front-frame.tsx';
import { SignInForm } from '#features/sign-in/sign-in-form.tsx';
import { loadAccount } from '#lib/auth/load-account.ts';
import { hasSessionCookie } from '#lib/auth/read-session.ts';
import { nextPath } from '#lib/url/next-path.ts';
import styles from './page.module.css';

export const metadata: Metadata = { title: 'Sign in' };

interface SignInPageProps {
  searchParams: Promise<{ next?: string | string[] }>;
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const next = nextPath((await searchParams).next) ?? '/';
  // Render the form even if the API cannot be reached: the form shows that error.
  const account = await loadAccount().catch(() => 'unknown' as const);
  if (account && account !== 'unknown') redirect(next);
  // A cookie without an account: the session expired or was ended elsewhere. Signing out removes the cookie.
  const hasEnded = account === null && (await hasSessionCookie());

  return (
    <FrontFrame title="Sign in to your board">
      {hasEnded && <EndedNotice />}
      <SignInForm next={next} />
    </FrontFrame>
  );
}

function EndedNotice() {
  return (
    <p className={styles.ended} role="status">
      <strong>Your session has ended.</strong> It expired, or it was ended elsewhere. Sign in again to
      continue where you were.
    </p>
  );
}

import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { SignInForm } from '../../features/sign-in/sign-in-form.tsx';
import { SignInFrame } from '../../features/sign-in/sign-in-frame.tsx';
import { loadAccount } from '../../lib/auth/load-account.ts';
import { nextPath } from '../../lib/next-path.ts';

export const metadata: Metadata = { title: 'Sign in' };

interface SignInPageProps {
  searchParams: Promise<{ next?: string | string[] }>;
}

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const next = nextPath((await searchParams).next) ?? '/';
  // An API that is away must not take the form away: it tells so itself.
  const account = await loadAccount().catch(() => null);
  if (account) redirect(next);

  return (
    <SignInFrame>
      <SignInForm next={next} />
    </SignInFrame>
  );
}

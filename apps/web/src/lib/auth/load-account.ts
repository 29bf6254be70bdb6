import { signWebToken } from '@crewboard/app-secret';
import type { Account } from '@crewboard/contracts';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { readEnv } from '../env.ts';
import { API_UNREACHABLE, rateLimitedDigest } from '../failures/page-failure.ts';
import { retryAfterSeconds, toDisplayedProblem } from '../failures/problem-of.ts';
import { reportRateLimited } from '../failures/rate-limited-channel.ts';
import { createApiClient } from '../trpc/api-client.ts';
import { signInPath } from '../url/next-path.ts';
import { PATH_HEADER } from './path-header.ts';
import { readSession } from './read-session.ts';

/** The account of the session, read once per request; null without an active session. */
export const loadAccount = cache(async (): Promise<Account | null> => {
  const session = await readSession();
  if (!session) return null;
  try {
    return await createApiClient(await signWebToken(readEnv().appSecret, { session })).accounts.me.query();
  } catch (error) {
    const { code } = toDisplayedProblem(error);
    if (code === 'UNAUTHENTICATED') return null;
    // Next passes only the digest of an error on to the browser: see `pageFailureOf`.
    const digest = digestOf(code, error);
    throw digest ? Object.assign(new Error('The API gave no account', { cause: error }), { digest }) : error;
  }
});

function digestOf(code: string, error: unknown): string | undefined {
  if (code === 'UNAVAILABLE') return API_UNREACHABLE;
  if (code !== 'RATE_LIMITED') return undefined;
  const seconds = retryAfterSeconds(error) ?? 1;
  reportRateLimited(seconds);
  return rateLimitedDigest(seconds);
}

/** The account of the session; redirects to the sign-in and back without one. */
export async function requireAccount(): Promise<Account> {
  const account = await loadAccount();
  return account ?? redirect(signInPath((await headers()).get(PATH_HEADER) ?? '/'));
}

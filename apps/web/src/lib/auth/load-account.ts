import { signWebToken } from '@crewboard/app-secret';
import type { Account } from '@crewboard/contracts';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { cache } from 'react';
import { readEnv } from '../env.ts';
import { API_UNREACHABLE, RATE_LIMITED } from '../failures/page-failure.ts';
import { toDisplayedProblem } from '../failures/problem-of.ts';
import { createApiClient } from '../trpc/api-client.ts';
import { signInPath } from '../url/next-path.ts';
import { PATH_HEADER } from './path-header.ts';
import { readSession } from './read-session.ts';

const digestByCode: Record<string, string | undefined> = {
  UNAVAILABLE: API_UNREACHABLE,
  RATE_LIMITED,
};

/** The account of the session; null without an active session. */
export const loadAccount = cache(async (): Promise<Account | null> => {
  const session = await readSession();
  if (!session) return null;
  try {
    return await createApiClient(await signWebToken(readEnv().appSecret, { session })).accounts.me.query();
  } catch (error) {
    const { code } = toDisplayedProblem(error);
    if (code === 'UNAUTHENTICATED') return null;
    const digest = digestByCode[code];
    throw digest ? Object.assign(new Error('The API gave no account', { cause: error }), { digest }) : error;
  }
});

/** The account of the session; redirects to the sign-in and back without one. */
export async function requireAccount(): Promise<Account> {
  const account = await loadAccount();
  return account ?? redirect(signInPath((await headers()).get(PATH_HEADER) ?? '/'));
}

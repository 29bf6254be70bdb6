import { signWebToken } from '@crewboard/app-secret';
import { readEnv } from '../env.ts';
import { problemOf } from '../problem-of.ts';
import { createApiClient } from '../trpc/api-client.ts';

/** `unknown`: the API could not be asked. */
export type SessionState = 'active' | 'ended' | 'unknown';

/** Asks the API whether a session that a signed cookie names is still active: one request of the person. */
export async function checkSession(session: string): Promise<SessionState> {
  try {
    await createApiClient(await signWebToken(readEnv().appSecret, { session })).accounts.me.query();
    return 'active';
  } catch (error) {
    const { code } = problemOf(error);
    if (code === 'UNAUTHENTICATED') return 'ended';
    // The API says how long to wait when the call itself gets there.
    return code === 'RATE_LIMITED' ? 'active' : 'unknown';
  }
}

import { signWebToken } from '@crewboard/app-secret';
import { readEnv } from '../env.ts';
import { toDisplayedProblem } from '../problem-of.ts';
import { createApiClient } from '../trpc/api-client.ts';

/** `unknown`: the API could not be reached. */
export type SessionState = 'active' | 'ended' | 'unknown';

/** Asks the API whether a session is active: this counts as a request of the person. */
export async function checkSession(session: string): Promise<SessionState> {
  try {
    await createApiClient(await signWebToken(readEnv().appSecret, { session })).accounts.me.query();
    return 'active';
  } catch (error) {
    const { code } = toDisplayedProblem(error);
    if (code === 'UNAUTHENTICATED') return 'ended';
    // The call itself will get the 429 with the time to wait.
    return code === 'RATE_LIMITED' ? 'active' : 'unknown';
  }
}

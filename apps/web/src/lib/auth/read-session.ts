import { cookies } from 'next/headers';
import { cache } from 'react';
import { readEnv } from '../env.ts';
import { decodeSession } from './decode-session.ts';
import { sessionCookieName } from './session-cookie.ts';

const readToken = async () => (await cookies()).get(sessionCookieName(readEnv().isHttps))?.value;

/** The id of the session in the cookie of this request, or null. Only the API knows whether the session is active. */
export const readSession = cache(async (): Promise<string | null> => {
  const token = await readToken();
  const session = token ? await decodeSession(token, readEnv().appSecrets) : null;
  return session?.sessionId ?? null;
});

/** Whether this browser has signed in and not signed out since. Its session may have ended. */
export const hasSessionCookie = async (): Promise<boolean> => Boolean(await readToken());

import { cookies } from 'next/headers';
import { cache } from 'react';
import { readEnv } from '../env.ts';
import { decodeSession } from './decode-session.ts';
import { sessionCookieName } from './session-cookie.ts';

const readToken = async () => (await cookies()).get(sessionCookieName(readEnv().isHttps))?.value;

/** The session in the cookie of this request, active or ended: only the API knows. */
export const readSession = cache(async (): Promise<string | null> => {
  const token = await readToken();
  return token ? decodeSession(token, readEnv().appSecrets) : null;
});

/** Whether this browser was signed in and has not signed out since; its session may have ended. */
export const hasSessionCookie = async (): Promise<boolean> => Boolean(await readToken());

import { cookies } from 'next/headers';
import { cache } from 'react';
import { readEnv } from '../env.ts';
import { decodeSession } from './decode-session.ts';
import { sessionCookieName } from './session-cookie.ts';

/** The session in the cookie of this request, active or ended: only the API knows. */
export const readSession = cache(async (): Promise<string | null> => {
  const { appSecret, isHttps } = readEnv();
  const token = (await cookies()).get(sessionCookieName(isHttps))?.value;
  return token ? decodeSession(token, appSecret) : null;
});

import { cookies } from 'next/headers';
import { cache } from 'react';
import { readEnv } from '../env.ts';
import { decodeSession } from './decode-session.ts';
import { sessionCookieName } from './session-cookie.ts';

/** The session that the cookie of this request names, whether or not it is still good: the API knows that. */
export const readSession = cache(async (): Promise<string | null> => {
  const { appSecret, isHttps } = readEnv();
  const token = (await cookies()).get(sessionCookieName(isHttps))?.value;
  return token ? decodeSession(token, appSecret) : null;
});

import { deriveKey } from '@crewboard/app-secret';
import { cookies } from 'next/headers';
import { decode } from 'next-auth/jwt';
import { cache } from 'react';
import { readEnv } from '../env.ts';
import { sessionCookieName } from './session-cookie.ts';

/** What next-auth encrypts the cookie with. */
export function cookieSecret(appSecret: string): string {
  return Buffer.from(deriveKey(appSecret, 'session cookie')).toString('base64');
}

/** The session that the cookie of this request names, whether or not it is still good: the API knows that. */
export const readSession = cache(async (): Promise<string | null> => {
  const { appSecret, isHttps } = readEnv();
  const token = (await cookies()).get(sessionCookieName(isHttps))?.value;
  if (!token) return null;
  try {
    const claims = await decode({ token, secret: cookieSecret(appSecret) });
    return typeof claims?.sessionId === 'string' ? claims.sessionId : null;
  } catch {
    return null;
  }
});

import { deriveKey } from '@crewboard/app-secret';
import { decode } from 'next-auth/jwt';

/** What next-auth encrypts the cookie with. */
export function cookieSecret(appSecret: string): string {
  return Buffer.from(deriveKey(appSecret, 'session cookie')).toString('base64');
}

/** The session that a cookie of ours names; null for any other cookie. */
export async function decodeSession(token: string, appSecret: string): Promise<string | null> {
  try {
    const claims = await decode({ token, secret: cookieSecret(appSecret) });
    return typeof claims?.sessionId === 'string' ? claims.sessionId : null;
  } catch {
    return null;
  }
}

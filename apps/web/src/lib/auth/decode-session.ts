import { deriveKey } from '@crewboard/app-secret';
import { decode } from 'next-auth/jwt';

/** The secret with which next-auth encrypts the cookie. */
export function cookieSecret(appSecret: string): string {
  return Buffer.from(deriveKey(appSecret, 'session cookie')).toString('base64');
}

/** The session in a cookie; null if the cookie is not valid. */
export async function decodeSession(token: string, appSecret: string): Promise<string | null> {
  try {
    const claims = await decode({ token, secret: cookieSecret(appSecret) });
    return typeof claims?.sessionId === 'string' ? claims.sessionId : null;
  } catch {
    return null;
  }
}

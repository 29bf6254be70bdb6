import { type AppSecrets, deriveKey } from '@crewboard/app-secret';
import { decode, type JWT } from 'next-auth/jwt';

/** The secret with which next-auth encrypts the session cookie. */
export function cookieSecret(appSecret: string): string {
  return Buffer.from(deriveKey(appSecret, 'session cookie')).toString('base64');
}

/** The content of a session cookie, encrypted with the current or the previous secret; null if it is not valid. */
export async function decodeCookie(token: string, secrets: AppSecrets): Promise<JWT | null> {
  for (const secret of secrets) {
    try {
      return await decode({ token, secret: cookieSecret(secret) });
    } catch {
      // Try the next secret.
    }
  }
  return null;
}

export interface SessionIds {
  sessionId: string;
  userId: string;
}

/**
 * The session in a cookie, and whose it is; null if the cookie is not valid. Only the API knows whether it has ended.
 */
export async function decodeSession(token: string, secrets: AppSecrets): Promise<SessionIds | null> {
  const { sessionId, userId } = (await decodeCookie(token, secrets)) ?? {};
  return typeof sessionId === 'string' && typeof userId === 'string' ? { sessionId, userId } : null;
}

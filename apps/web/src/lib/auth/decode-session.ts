import { type AppSecrets, deriveKey } from '@crewboard/app-secret';
import { decode, type JWT } from 'next-auth/jwt';

/** The secret with which next-auth encrypts the session cookie. */
export function cookieSecret(appSecret: string): string {
  return Buffer.from(deriveKey(appSecret, 'session cookie')).toString('base64');
}

/** The content of a session cookie that was encrypted with one of the secrets; null if the cookie is not valid. */
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

/** The id of the session in a cookie; null if the cookie is not valid. The session may have ended. */
export async function decodeSession(token: string, secrets: AppSecrets): Promise<string | null> {
  const claims = await decodeCookie(token, secrets);
  return typeof claims?.sessionId === 'string' ? claims.sessionId : null;
}

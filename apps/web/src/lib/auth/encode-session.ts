import { encode } from 'next-auth/jwt';
import { cookieSecret } from './decode-session.ts';

/**
 * The session cookie as next-auth sets it at a sign-in, for browser tests that insert the row of the session themselves.
 * Here, because only this package depends on next-auth.
 */
export function encodeSession(session: { userId: string; sessionId: string }, appSecret: string) {
  return encode({ token: session, secret: cookieSecret(appSecret) });
}

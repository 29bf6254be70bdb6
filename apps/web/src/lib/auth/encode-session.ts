import { encode } from 'next-auth/jwt';
import { cookieSecret } from './decode-session.ts';

/** The session cookie as next-auth sets it at a sign-in, for tests that insert the row of the session themselves. */
export function encodeSession(session: { userId: string; sessionId: string }, appSecret: string) {
  return encode({ token: session, secret: cookieSecret(appSecret) });
}

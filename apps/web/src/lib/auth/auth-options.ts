import { signWebToken } from '@crewboard/app-secret';
import { UNKNOWN_ADDRESS } from '@crewboard/client-address';
import type { AuthOptions } from 'next-auth';
import Credentials from 'next-auth/providers/credentials';
import { readEnv } from '../env.ts';
import { problemOf } from '../problem-of.ts';
import { createApiClient } from '../trpc/api-client.ts';

import { cookieSecret } from './read-session.ts';
import { sessionCookie } from './session-cookie.ts';

const THIRTY_DAYS = 30 * 24 * 60 * 60;

interface OurToken {
  userId?: string;
  sessionId?: string;
}

/** next-auth keeps the signed cookie; the session itself is a row of the API, so that it can be ended. */
export function authOptions(): AuthOptions {
  const { appSecret, isHttps } = readEnv();
  return {
    secret: cookieSecret(appSecret),
    session: { strategy: 'jwt', maxAge: THIRTY_DAYS },
    useSecureCookies: isHttps,
    cookies: { sessionToken: sessionCookie(isHttps) },
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in' },
    // Its only warning is about a URL that we do not let it use.
    logger: { warn() {} },
    providers: [
      Credentials({
        credentials: { email: {}, password: {} },
        authorize: (credentials, { headers }) =>
          openSession({
            email: credentials?.email ?? '',
            password: credentials?.password ?? '',
            address: headers?.['x-forwarded-for'] ?? UNKNOWN_ADDRESS,
          }),
      }),
    ],
    callbacks: {
      jwt({ token, user }) {
        const { userId, sessionId } = token as OurToken;
        return user ? { userId: user.id, sessionId: (user as OurToken).sessionId } : { userId, sessionId };
      },
      // The browser has no use for what the cookie says.
      session: ({ session }) => ({ expires: session.expires }),
      redirect: ({ baseUrl }) => baseUrl,
    },
    events: {
      async signOut({ token }) {
        const { sessionId } = token as OurToken;
        if (!sessionId) return;
        await createApiClient(
          await signWebToken(appSecret, { session: sessionId }),
        ).accounts.signOut.mutate();
      },
    },
  };
}

async function openSession(input: { email: string; password: string; address: string }) {
  const api = createApiClient(await signWebToken(readEnv().appSecret, {}));
  try {
    const { userId, sessionId } = await api.accounts.signIn.mutate(input);
    return { id: userId, sessionId };
  } catch (error) {
    if (problemOf(error).code === 'UNAUTHENTICATED') return null;
    throw error;
  }
}

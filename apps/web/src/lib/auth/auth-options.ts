import { signWebToken } from '@crewboard/app-secret';
import { UNKNOWN_ADDRESS } from '@crewboard/client-address';
import type { AuthOptions } from 'next-auth';
import { encode } from 'next-auth/jwt';
import Credentials from 'next-auth/providers/credentials';
import { readEnv } from '../env.ts';
import { retryAfterSeconds, toDisplayedProblem } from '../failures/problem-of.ts';
import { createApiClient } from '../trpc/api-client.ts';
import { csrfSecret } from './csrf-secret.ts';
import { cookieSecret, decodeCookie } from './decode-session.ts';
import { sessionCookie } from './session-cookie.ts';

const THIRTY_DAYS_S = 30 * 24 * 60 * 60;
/** The API may queue a sign-in for 5 s. */
const SIGN_IN_TIMEOUT_MS = 10_000;

interface OurToken {
  userId?: string;
  sessionId?: string;
}

/**
 * Data that the route and the callbacks of next-auth exchange beside it: the device, and the outcome of a sign-in or
 * sign-out.
 */
export interface AuthCall {
  /** The CSRF token of next-auth, from its cookie. */
  csrfCookie?: string;
  /** The device token from its cookie. */
  device?: string;
  /** The new device token for the cookie. */
  newDevice?: string;
  /** Set if the API did not check the password: when to try again. */
  retryAfterSeconds?: number;
  /** The session could not be ended, although next-auth removes its cookie. */
  isSignOutFailed?: boolean;
}

/**
 * The options of next-auth for one call. The cookie names a session, which is a row of the API so that it can be
 * revoked.
 */
export function authOptions(call: AuthCall): AuthOptions {
  const { appSecret, appSecrets, isHttps } = readEnv();
  return {
    secret: csrfSecret(call.csrfCookie, appSecrets),
    jwt: {
      encode: (params) => encode({ ...params, secret: cookieSecret(appSecret) }),
      decode: async ({ token }) => (token ? decodeCookie(token, appSecrets) : null),
    },
    session: { strategy: 'jwt', maxAge: THIRTY_DAYS_S },
    useSecureCookies: isHttps,
    cookies: { sessionToken: sessionCookie(isHttps) },
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in' },
    // The only warning of next-auth is about NEXTAUTH_URL, which is not needed.
    logger: { warn() {} },
    providers: [
      Credentials({
        credentials: { email: {}, password: {} },
        authorize: (credentials, { headers }) =>
          openSession(call, {
            email: credentials?.email ?? '',
            password: credentials?.password ?? '',
            address: headers?.['x-forwarded-for'] ?? UNKNOWN_ADDRESS,
            userAgent: headers?.['user-agent'],
            device: call.device,
          }),
      }),
    ],
    callbacks: {
      // Only a sign-in has a `user`: the result of `authorize`.
      jwt({ token, user }) {
        const { userId, sessionId } = token as OurToken;
        return user ? { userId: user.id, sessionId: (user as OurToken).sessionId } : { userId, sessionId };
      },
      // Keep the content of the cookie from scripts in the browser.
      session: ({ session }) => ({ expires: session.expires }),
      // The page opens the next page itself: ignore the URL that a request names.
      redirect: ({ baseUrl }) => baseUrl,
    },
    events: {
      async signOut({ token }) {
        const { sessionId } = token as OurToken;
        if (sessionId) call.isSignOutFailed = !(await endSession(sessionId));
      },
    },
  };
}

/** Returns whether the session has ended, by this call or before. */
async function endSession(session: string): Promise<boolean> {
  try {
    await createApiClient(await signWebToken(readEnv().appSecret, { session })).accounts.signOut.mutate();
    return true;
  } catch (error) {
    return toDisplayedProblem(error).code === 'UNAUTHENTICATED';
  }
}

interface SignInInput {
  email: string;
  password: string;
  address: string;
  userAgent?: string;
  device?: string;
}

/** Null, after which next-auth rejects the sign-in: it is wrong or, with `call.retryAfterSeconds`, was not checked. */
async function openSession(call: AuthCall, input: SignInInput) {
  const api = createApiClient(await signWebToken(readEnv().appSecret, {}), SIGN_IN_TIMEOUT_MS);
  try {
    const { userId, sessionId, device } = await api.accounts.signIn.mutate(input);
    call.newDevice = device;
    return { id: userId, sessionId };
  } catch (error) {
    call.retryAfterSeconds = retryAfterSeconds(error);
    // An e-mail or password that the API rejects as too long counts as wrong.
    const isWrong = ['UNAUTHENTICATED', 'VALIDATION_ERROR'].includes(toDisplayedProblem(error).code);
    if (call.retryAfterSeconds || isWrong) return null;
    throw error;
  }
}

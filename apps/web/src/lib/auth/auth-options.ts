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

const THIRTY_DAYS = 30 * 24 * 60 * 60;
/** An attempt may be queued for 5 s. */
const SIGN_IN_TIMEOUT_MS = 10_000;

interface OurToken {
  userId?: string;
  sessionId?: string;
}

/** Data of a call to next-auth's routes beyond next-auth: the device, and the outcome of the sign-in or sign-out. */
export interface SignInCall {
  /** The token of next-auth against forged requests, from its cookie. */
  csrfCookie?: string;
  /** The device token from its cookie. */
  device?: string;
  /** The new device token for the cookie. */
  newDevice?: string;
  /** Set if the API did not check the password: when to try again. */
  retryAfterSeconds?: number;
  /** The session could not be ended: next-auth removes its cookie all the same. */
  isSignOutFailed?: boolean;
}

/** next-auth stores the signed cookie; the session is a row of the API, so that it can be revoked. */
export function authOptions(call: SignInCall): AuthOptions {
  const { appSecret, appSecrets, isHttps } = readEnv();
  return {
    secret: csrfSecret(call.csrfCookie, appSecrets),
    jwt: {
      encode: (params) => encode({ ...params, secret: cookieSecret(appSecret) }),
      decode: async ({ token }) => (token ? decodeCookie(token, appSecrets) : null),
    },
    session: { strategy: 'jwt', maxAge: THIRTY_DAYS },
    useSecureCookies: isHttps,
    cookies: { sessionToken: sessionCookie(isHttps) },
    pages: { signIn: '/sign-in', error: '/sign-in', signOut: '/sign-in' },
    // Its only warning is about a URL that is not used.
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
      jwt({ token, user }) {
        const { userId, sessionId } = token as OurToken;
        return user ? { userId: user.id, sessionId: (user as OurToken).sessionId } : { userId, sessionId };
      },
      // The browser does not need the content of the cookie.
      session: ({ session }) => ({ expires: session.expires }),
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

/** Whether the session has ended. */
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

async function openSession(call: SignInCall, input: SignInInput) {
  const api = createApiClient(await signWebToken(readEnv().appSecret, {}), SIGN_IN_TIMEOUT_MS);
  try {
    const { userId, sessionId, device } = await api.accounts.signIn.mutate(input);
    call.newDevice = device;
    return { id: userId, sessionId };
  } catch (error) {
    call.retryAfterSeconds = retryAfterSeconds(error);
    // An e-mail or password that is too long for the API is wrong.
    const isWrong = ['UNAUTHENTICATED', 'VALIDATION_ERROR'].includes(toDisplayedProblem(error).code);
    if (call.retryAfterSeconds || isWrong) return null;
    throw error;
  }
}

import type { IncomingMessage } from 'node:http';
import { signWebToken } from '@crewboard/app-secret';
import { errorCatalog, httpBounds } from '@crewboard/contracts';
import { maxAuthBodyBytes } from '../auth/auth-routes.ts';
import { decodeSession, type SessionIds } from '../auth/decode-session.ts';
import { sessionCookieName } from '../auth/session-cookie.ts';
import { type Env, readEnv } from '../env.ts';
import { toDisplayedProblem } from '../failures/problem-of.ts';
import { createApiClient } from '../trpc/api-client.ts';
import { cookieValue } from './cookie-value.ts';

/** The response to a request that Next does not get. */
export interface Rejection {
  status: 400 | 401 | 405 | 411 | 413 | 429 | 503;
  message: string;
  headers?: Record<string, string>;
}

/** `unknown`: the API could not be reached. */
export type SessionState = 'active' | 'ended' | 'unknown';

type HeadOfRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** The paths that accept a body, with its maximum length. */
const bodyLimits = [
  { path: '/api/trpc/', bytes: httpBounds.maxBodyBytes, needsSession: true },
  { path: '/api/auth/', bytes: maxAuthBodyBytes, needsSession: false },
  { path: '/api/join/', bytes: maxAuthBodyBytes, needsSession: false },
];

/** A valid cookie may name a session that has ended: for a longer body, the API is asked first. */
const maxUncheckedBytes = 16 * 1024;

const signInFirst: Rejection = {
  status: 401,
  message: `${errorCatalog.UNAUTHENTICATED.title}: sign in first.`,
};

/**
 * Checks the head of a request before its body is read; undefined if it is accepted. Next reads every body into memory,
 * even if no handler uses it, so the length of the body must be limited before.
 * @param stateOf asks the API for the state of a session; tests replace it
 */
export async function checkRequest(
  { method = '', url = '', headers }: HeadOfRequest,
  env: Pick<Env, 'appSecrets' | 'isHttps'>,
  stateOf = checkSession,
): Promise<Rejection | undefined> {
  const length = Number(headers['content-length'] ?? 0);
  const isChunked = headers['transfer-encoding'] !== undefined;
  if (method === 'GET' || method === 'HEAD') {
    if (length === 0 && !isChunked) return undefined;
    return { status: 400, message: `A ${method} request has no body.` };
  }
  const limit = bodyLimits.find(({ path }) => url.startsWith(path));
  if (method !== 'POST' || !limit) {
    const allow = limit ? 'GET, HEAD, POST' : 'GET, HEAD';
    return { status: 405, message: `Use one of these methods: ${allow}.`, headers: { Allow: allow } };
  }
  const session = limit.needsSession ? await sessionOf({ headers }, env) : undefined;
  if (limit.needsSession && !session) return signInFirst;
  if (isChunked) return { status: 411, message: 'Send the header Content-Length.' };
  if (length > limit.bytes) return { status: 413, message: `The body is larger than ${limit.bytes} bytes.` };
  if (!session || length <= maxUncheckedBytes) return undefined;
  const state = await stateOf(session.sessionId);
  if (state === 'ended') return signInFirst;
  return state === 'active' ? undefined : { status: 503, message: 'The API is not reachable.' };
}

/** The session in the cookie of a request, active or ended; undefined without a valid cookie. */
export async function sessionOf(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { appSecrets, isHttps }: Pick<Env, 'appSecrets' | 'isHttps'>,
): Promise<SessionIds | undefined> {
  const cookie = cookieValue(headers.cookie, sessionCookieName(isHttps));
  return (cookie && (await decodeSession(cookie, appSecrets))) || undefined;
}

/** Asks the API whether a session is active. This counts as a request of the person. */
async function checkSession(session: string): Promise<SessionState> {
  try {
    await createApiClient(await signWebToken(readEnv().appSecret, { session })).accounts.me.query();
    return 'active';
  } catch (error) {
    const { code } = toDisplayedProblem(error);
    if (code === 'UNAUTHENTICATED') return 'ended';
    // The API will reject the call itself with 429 and the time to wait.
    return code === 'RATE_LIMITED' ? 'active' : 'unknown';
  }
}

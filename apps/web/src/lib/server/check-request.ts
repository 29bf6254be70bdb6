import type { IncomingMessage } from 'node:http';
import { errorCatalog } from '@crewboard/contracts';
import { decodeSession } from '../auth/decode-session.ts';
import { sessionCookieName } from '../auth/session-cookie.ts';
import type { Env } from '../env.ts';
import { cookieValue } from './cookie-value.ts';

/** Why a request goes no further, as the response says it. */
export interface Rejection {
  status: 400 | 401 | 405 | 411 | 413 | 429;
  message: string;
  headers?: Record<string, string>;
}

type HeadOfRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers'>;

/** Where a body may be sent, and how long it may be. */
const bodyLimits = [
  { path: '/api/trpc/', bytes: 1024 * 1024, needsSession: true },
  { path: '/api/auth/', bytes: 16 * 1024, needsSession: false },
];

/**
 * Looks at the head of a request before anything of its body is read; undefined when it may go on. Next reads a body
 * into memory as it comes, whether or not a handler asks for it, so its length must be known and bounded before.
 */
export async function checkRequest(
  { method = '', url = '', headers }: HeadOfRequest,
  env: Pick<Env, 'appSecret' | 'isHttps'>,
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
  if (limit.needsSession) {
    const session = await sessionOf({ headers }, env);
    if (!session) return { status: 401, message: `${errorCatalog.UNAUTHENTICATED.title}: sign in first.` };
  }
  if (isChunked) return { status: 411, message: 'Send the header Content-Length.' };
  if (length <= limit.bytes) return undefined;
  return { status: 413, message: `The body is larger than ${limit.bytes} bytes.` };
}

/** The session that the cookie of a request names, whether or not it is still good; undefined without one of ours. */
export async function sessionOf(
  { headers }: Pick<IncomingMessage, 'headers'>,
  { appSecret, isHttps }: Pick<Env, 'appSecret' | 'isHttps'>,
): Promise<string | undefined> {
  const cookie = cookieValue(headers.cookie, sessionCookieName(isHttps));
  return (cookie && (await decodeSession(cookie, appSecret))) || undefined;
}

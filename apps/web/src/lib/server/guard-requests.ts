import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { type Env, readEnv } from '../env.ts';
import {
  tooManyRequestsBody,
  trpcErrorBody,
  unauthenticatedBody,
  unavailableBody,
} from '../trpc/trpc-error.ts';
import { checkRequest, type Rejection, sessionOf } from './check-request.ts';
import { correctRateLimitStatus } from './correct-rate-limit-status.ts';
import { detachRequestListeners } from './detach-request-listeners.ts';
import { isStreamRequest } from './is-stream-request.ts';
import { PersonLimit } from './limit-people.ts';
import { AnonymousQueue } from './queue-anonymous.ts';

/** The codes of tRPC for the statuses of a `Rejection`. The bodies of 401, 429 and 503 say more than a code. */
const trpcCodes = {
  400: 'BAD_REQUEST',
  405: 'METHOD_NOT_SUPPORTED',
  411: 'BAD_REQUEST',
  413: 'PAYLOAD_TOO_LARGE',
} as const;
const retryAfterS = 2;
const retryHeaders = { 'Retry-After': String(retryAfterS) };

const tooManyOfPerson: Rejection = {
  status: 429,
  message: `Too many of your requests are being handled. Try again in ${retryAfterS} seconds.`,
  headers: retryHeaders,
};
const queueIsFull: Rejection = {
  status: 503,
  message: `Too many requests are waiting. Try again in ${retryAfterS} seconds.`,
  headers: retryHeaders,
};

/**
 * Stands before Next: rejects the requests that `checkRequest` does not accept, limits those of a person, and starts
 * pages and requests without a session a few at a time.
 */
export function guardRequests(server: Server): void {
  const env = readEnv();
  const limits = { people: new PersonLimit(), anonymous: new AnonymousQueue(env) };
  const guard = (request: IncomingMessage, response: ServerResponse, pass: () => void) =>
    void guardRequest({ request, response, env, limits, pass });
  const callNext = detachRequestListeners(server);
  const pass = (request: IncomingMessage, response: ServerResponse) =>
    correctRateLimitStatus(response, () => callNext(request, response));
  server.on('request', (request, response) => guard(request, response, () => pass(request, response)));
  server.on('checkContinue', (request, response) => {
    guard(request, response, () => {
      response.writeContinue();
      pass(request, response);
    });
  });
}

interface GuardedRequest {
  request: IncomingMessage;
  response: ServerResponse;
  env: Env;
  limits: { people: PersonLimit; anonymous: AnonymousQueue };
  pass: () => void;
}

async function guardRequest(guarded: GuardedRequest): Promise<void> {
  const { request, response, env, pass } = guarded;
  const rejection = (await checkRequest(request, env)) ?? (await limitRequest(guarded));
  // The client may have disconnected while its request waited: render nothing for it.
  if (response.closed) return;
  if (!rejection) return pass();
  const { status, headers: furtherHeaders } = rejection;
  const body = bodyOf(request.url ?? '', rejection);
  // Close the connection, because the rest of the body is not read.
  const headers = { 'Content-Type': body.type, 'Cache-Control': 'no-store', Connection: 'close' };
  response.writeHead(status, { ...headers, ...furtherHeaders }).end(body.text);
}

const isPage = ({ url }: IncomingMessage): boolean => !url?.startsWith('/api/');
const isStatic = ({ url }: IncomingMessage): boolean => url?.startsWith('/_next/static/') ?? false;

/** Resolves when the request may start; to a rejection, at once, if too many requests run or wait. */
async function limitRequest(guarded: GuardedRequest): Promise<Rejection | undefined> {
  const { request, response, env, limits } = guarded;
  if (isStatic(request)) return undefined;
  const session = await sessionOf(request, env);
  if (!session) return (await limits.anonymous.enter(request, response)) ? undefined : queueIsFull;
  // The API limits the streams of a session.
  if (isStreamRequest(request)) return undefined;
  const mayStart = await limits.people.enter(session.userId, response, { isPage: isPage(request) });
  return mayStart ? undefined : tooManyOfPerson;
}

function bodyOf(url: string, { status, message }: Rejection): { type: string; text: string } {
  if (!url.startsWith('/api/trpc/')) return { type: 'text/plain; charset=utf-8', text: `${message}\n` };
  return { type: 'application/json', text: JSON.stringify({ error: errorBodyOf(status, message) }) };
}

function errorBodyOf(status: Rejection['status'], message: string): object {
  if (status === 401) return unauthenticatedBody();
  if (status === 503) return unavailableBody(message);
  if (status === 429) return tooManyRequestsBody(message, retryAfterS);
  return trpcErrorBody(trpcCodes[status], message);
}

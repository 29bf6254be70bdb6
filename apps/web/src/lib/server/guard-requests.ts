import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import { type Env, readEnv } from '../env.ts';
import { trpcErrorBody, unauthenticatedBody } from '../trpc/trpc-error.ts';
import { checkRequest, type Rejection } from './check-request.ts';

const trpcCodes = {
  400: 'BAD_REQUEST',
  405: 'METHOD_NOT_SUPPORTED',
  411: 'BAD_REQUEST',
  413: 'PAYLOAD_TOO_LARGE',
  503: 'SERVICE_UNAVAILABLE',
} as const;

/** Lets Next see only requests that `checkRequest` lets through. */
export function guardRequests(server: Server): void {
  const env = readEnv();
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  const pass = (request: IncomingMessage, response: ServerResponse) => {
    for (const listener of listeners) listener.call(server, request, response);
  };
  server.on(
    'request',
    (request, response) => void guard(request, response, env, () => pass(request, response)),
  );
  server.on('checkContinue', (request, response) => {
    void guard(request, response, env, () => {
      response.writeContinue();
      pass(request, response);
    });
  });
}

async function guard(
  request: IncomingMessage,
  response: ServerResponse,
  env: Env,
  pass: () => void,
): Promise<void> {
  const rejection = await checkRequest(request, env);
  if (!rejection) return pass();
  const { status, allow } = rejection;
  const body = bodyOf(request.url ?? '', rejection);
  // The rest of the body is not read: the connection ends.
  const headers = { 'Content-Type': body.type, 'Cache-Control': 'no-store', Connection: 'close' };
  response.writeHead(status, { ...headers, ...(allow && { Allow: allow }) }).end(body.text);
}

function bodyOf(url: string, { status, message }: Rejection): { type: string; text: string } {
  if (!url.startsWith('/api/trpc/')) return { type: 'text/plain; charset=utf-8', text: `${message}\n` };
  const error = status === 401 ? unauthenticatedBody() : trpcErrorBody(trpcCodes[status], message);
  return { type: 'application/json', text: JSON.stringify({ error }) };
}

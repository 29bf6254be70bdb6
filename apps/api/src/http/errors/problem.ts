import { errorAnchor, errorCatalog, type Problem } from '@crewboard/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AppError } from '../../errors.ts';
import { sendBeforeBody } from '../request/unread-body.ts';
import { setSecurityHeaders } from '../response/security-headers.ts';

export const problemType = 'application/problem+json; charset=utf-8';

/**
 * The body of an error (RFC 9457). `publicUrl` is where the page that explains it is served; empty for a relative
 * `type`.
 */
export function toProblem(error: AppError, requestId: string, publicUrl: string): Problem {
  return {
    type: `${publicUrl}/docs/errors#${errorAnchor(error.code)}`,
    title: errorCatalog[error.code].title,
    status: error.status,
    detail: error.message,
    code: error.code,
    requestId,
    ...(error.errors && { errors: error.errors }),
    ...error.facts,
  };
}

/** The headers of an error on every transport. */
export function setErrorHeaders(reply: FastifyReply, { status, retryAfterS }: AppError): void {
  reply.header('Cache-Control', 'no-store');
  if (status === 401) {
    reply
      .header('WWW-Authenticate', 'Bearer')
      .header('Link', `<${reply.server.publicUrl}/llms.txt>; rel="help"`);
  }
  if (retryAfterS !== undefined) reply.header('Retry-After', retryAfterS);
}

/** Keeps the code of the error for metrics and traces, and logs a fault of the service. */
export function recordError(request: FastifyRequest, error: AppError): void {
  const { code, status, cause, message } = error;
  request.errorCode = code;
  if (status >= 500) request.log.error({ err: cause ?? error, code }, message);
}

/** Responds with the error. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  recordError(request, error);
  // Set here as well: errors before the hooks run have no headers yet.
  reply.header('X-Request-Id', request.id);
  setSecurityHeaders(reply);
  setErrorHeaders(reply, error);
  reply.code(error.status).header('Content-Type', problemType);
  return sendBeforeBody(request, reply, toProblem(error, request.id, request.server.publicUrl));
}

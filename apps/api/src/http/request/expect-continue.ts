import type { Server } from 'node:http';
import { httpBounds } from '@crewboard/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Takes requests with `Expect: 100-continue` without requesting their bodies, as Node would do itself. */
export function leaveContinueToRoutes(server: Server): void {
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
}

/** Requests the body of a request that waits for it (RFC 9110, 10.1.1), unless it is too long. */
export function sendContinue({ raw, headers }: FastifyRequest, reply: FastifyReply): void {
  // Node accepts no other expectation, and none of HTTP/1.0.
  const isWaiting = headers.expect !== undefined && raw.httpVersion === '1.1';
  const isTooLong = Number(headers['content-length'] ?? 0) > httpBounds.maxBodyBytes;
  if (isWaiting && !isTooLong) reply.raw.writeContinue();
}

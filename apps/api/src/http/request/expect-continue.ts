import type { Server } from 'node:http';
import { httpBounds } from '@crewboard/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';

/**
 * Passes requests with `Expect: 100-continue` on to the routes: without this, Node would request their bodies at once.
 * A client without a credential would then send a body of 1 MiB before its 401; with this it sends none of it.
 */
export function leaveContinueToRoutes(server: Server): void {
  server.on('checkContinue', (request, response) => server.emit('request', request, response));
}

/** Sends `100 Continue` if the client waits for it (RFC 9110, 10.1.1), unless its body is too long. */
export function sendContinue({ raw, headers }: FastifyRequest, reply: FastifyReply): void {
  // Node rejects other expectations, and ignores those of HTTP/1.0.
  const isWaiting = headers.expect !== undefined && raw.httpVersion === '1.1';
  const isTooLong = Number(headers['content-length'] ?? 0) > httpBounds.maxBodyBytes;
  if (isWaiting && !isTooLong) reply.raw.writeContinue();
}

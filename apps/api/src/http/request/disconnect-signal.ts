import type { FastifyReply, FastifyRequest } from 'fastify';

/** A signal that aborts when the client disconnects, at once if it has disconnected already, or after the response. */
export function createDisconnectSignal({ raw }: FastifyRequest, reply: FastifyReply): AbortSignal {
  const disconnected = new AbortController();
  reply.raw.once('close', () => disconnected.abort());
  // The client may have disconnected during authentication.
  if (raw.socket.destroyed) disconnected.abort();
  return disconnected.signal;
}

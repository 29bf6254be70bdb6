import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestPlace } from '../features/verb-context.ts';
import type { Services } from './services.ts';

type Call = { request: FastifyRequest; reply: FastifyReply; fields: Record<string, unknown> };

/**
 * Lets a verb wait outside of the requests in flight: `place` leaves and re-enters them, `signal` aborts when the
 * client leaves. `place.leave` drops the body and `fields`, so that a waiting request keeps no large texts in memory.
 */
export function createRequestPlace(
  { admission }: Services,
  { request, reply, fields }: Call,
): { place: RequestPlace; signal: AbortSignal } {
  const left = new AbortController();
  reply.raw.once('close', () => left.abort());
  // The client may have left during authentication.
  if (request.raw.socket.destroyed) left.abort();
  const place = {
    leave() {
      request.isHeld = true;
      request.leaveInFlight?.();
      request.body = undefined;
      for (const name of Object.keys(fields)) delete fields[name];
    },
    enter: () => admission.admitAgain(request, reply),
  };
  return { place, signal: left.signal };
}

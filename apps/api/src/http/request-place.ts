import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RequestPlace } from '../features/verb-context.ts';
import { createDisconnectSignal } from './request/disconnect-signal.ts';
import type { Services } from './services.ts';

type Call = {
  request: FastifyRequest;
  reply: FastifyReply;
  /** The input as it was sent. The verb has a parsed copy, from which it drops the large texts itself. */
  fields: Record<string, unknown>;
};

/**
 * Lets a verb give up the place of its request among those in flight while it waits (`place.leave`), and take a place
 * again (`place.enter`). `place.leave` also empties the body and `fields`, so that a waiting request keeps no large
 * texts in memory. `signal` aborts when the client disconnects.
 */
export function createRequestPlace(
  { admission }: Services,
  { request, reply, fields }: Call,
): { place: RequestPlace; signal: AbortSignal } {
  const place = {
    leave() {
      request.isLongLived = true;
      request.releaseInFlightPlace?.();
      request.body = undefined;
      for (const name of Object.keys(fields)) delete fields[name];
    },
    enter: () => admission.admitAgain(request, reply),
  };
  return { place, signal: createDisconnectSignal(request, reply) };
}

import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bearerToken } from '../auth/authenticate.ts';
import { AppError } from '../errors.ts';
import type { Metrics } from './metrics.ts';

type Options = {
  metrics: Metrics;
  /** Undefined on a port of its own that other machines cannot reach: then no token is needed. */
  token: string | undefined;
  /** Called for a request without the token. Throws when its address has failed too often. */
  onFailure?: (request: FastifyRequest) => void;
};

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/**
 * Adds `GET /metrics`. Compares hashes of the tokens, which takes constant time for a presented token of any length.
 */
export function metricsRoute(app: FastifyInstance, { metrics, token, onFailure }: Options): void {
  const expected = token === undefined ? undefined : sha256(token);
  app.get('/metrics', {
    async onRequest(request) {
      if (!expected) return;
      try {
        const presented = sha256(bearerToken(request.raw.headersDistinct.authorization));
        if (timingSafeEqual(presented, expected)) return;
      } catch (error) {
        onFailure?.(request);
        throw error;
      }
      onFailure?.(request);
      throw new AppError('UNAUTHENTICATED', 'The token does not match METRICS_TOKEN.');
    },
    async handler(_request, reply) {
      return reply
        .header('Cache-Control', 'no-store')
        .type(metrics.contentType)
        .send(await metrics.render());
    },
  });
}

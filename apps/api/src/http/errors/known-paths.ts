import type { FastifyReply, FastifyRequest } from 'fastify';
import createRouter from 'find-my-way';
import { AppError } from '../../errors.ts';
import { maxUrlLength } from '../request/request-head.ts';
import { sendProblem } from './problem.ts';

type Route = { method: string | string[]; url: string };

/**
 * Tells an unknown path (404) from a path that takes other methods (405 with Allow). Fastify itself sends 404 for both.
 */
export class KnownPaths {
  readonly #router = createRouter({ maxParamLength: maxUrlLength });
  readonly #methods = new Set<string>();

  add({ method, url }: Route): void {
    for (const name of [method].flat()) {
      this.#methods.add(name);
      this.#router.on(name as 'GET', url, () => undefined);
    }
  }

  /** Responds to a request that no route has taken. */
  reject(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const path = request.url.split('?', 1)[0] ?? '';
    const allowed = [...this.#methods].filter((method) => this.#router.find(method as 'GET', path));
    if (allowed.length === 0) {
      const error = new AppError('NOT_FOUND', 'There is no such route. /openapi.json lists all routes.');
      return sendProblem(request, reply, error);
    }
    reply.header('Allow', allowed.join(', '));
    return sendProblem(
      request,
      reply,
      new AppError('METHOD_NOT_ALLOWED', `This path supports only ${allowed.join(', ')}.`),
    );
  }
}

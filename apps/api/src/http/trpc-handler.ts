import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { toAppError } from '../errors.ts';
import type { Context } from '../trpc/context.ts';
import { appErrorOf } from '../trpc/init.ts';
import { appRouter } from '../trpc/router.ts';
import { acceptJsonOnly } from './json-body.ts';
import { retryAfter } from './problem.ts';
import type { Services } from './services.ts';

const maxBatchSize = 20;

/** Who calls. A refusal is kept for the procedure to raise, which knows the id of the request. */
async function identify(
  services: Services,
  request: FastifyRequest,
): Promise<Pick<Context, 'actor' | 'credential' | 'refusal'>> {
  if (!request.headers.authorization) return { actor: null, credential: null };
  try {
    return await services.authenticate(request);
  } catch (error) {
    return { actor: null, credential: null, refusal: toAppError(error) };
  }
}

/** The tRPC door: the same procedures for the dashboard. JSON only, since a browser sends other types cross-site. */
export async function trpcHandler(app: FastifyInstance, services: Services): Promise<void> {
  acceptJsonOnly(app, 'text');
  app.all('/trpc/:path', async (request, reply) => {
    await fastifyRequestHandler({
      req: request,
      res: reply,
      path: (request.params as { path: string }).path,
      router: appRouter,
      maxBatchSize,
      async createContext(): Promise<Context> {
        const caller = await identify(services, request);
        return { ...services.context, requestId: request.id, answer: {}, ...caller };
      },
      responseMeta({ errors, type }) {
        if (type === 'subscription') app.openStreams.add(reply.raw);
        const all = errors.map(appErrorOf);
        const limited = all.find((error) => error.retryAfterSeconds)?.retryAfterSeconds;
        const wait = limited ?? (all.some(({ status }) => status === 503) && retryAfter);
        return { headers: { 'Cache-Control': 'no-store', ...(wait && { 'Retry-After': String(wait) }) } };
      },
      onError({ error }) {
        const { status, cause, message, code } = appErrorOf(error);
        if (status >= 500) request.log.error({ err: cause ?? error, code }, message);
      },
    });
  });
}

import { fastifyRequestHandler } from '@trpc/server/adapters/fastify';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors.ts';
import type { Context } from '../trpc/context.ts';
import { appErrorOf, toTrpcError } from '../trpc/init.ts';
import { appRouter } from '../trpc/router.ts';
import type { Services } from './services.ts';

const maxBatchSize = 20;

/** The tRPC door: the same procedures for the dashboard. JSON only, since a browser sends other types cross-site. */
export async function trpcHandler(app: FastifyInstance, services: Services): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    done(null, body);
  });
  app.all('/trpc/:path', async (request, reply) => {
    await fastifyRequestHandler({
      req: request,
      res: reply,
      path: (request.params as { path: string }).path,
      router: appRouter,
      maxBatchSize,
      async createContext(): Promise<Context> {
        const actor = request.headers.authorization
          ? await services.authenticate(request).catch((error: unknown) => {
              throw error instanceof AppError ? toTrpcError(error) : error;
            })
          : null;
        return { ...services.context, requestId: request.id, actor, answer: {} };
      },
      onError({ error }) {
        const { status, cause, message, code } = appErrorOf(error);
        if (status >= 500) request.log.error({ err: cause ?? error, code }, message);
      },
    });
  });
}

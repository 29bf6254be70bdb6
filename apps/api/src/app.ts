import { randomUUID } from 'node:crypto';
import type { Database } from '@crewboard/db';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Activity } from './auth/activity.ts';
import { authenticate } from './auth/authenticate.ts';
import { docsRoutes } from './docs/docs-routes.ts';
import { AppError } from './errors.ts';
import type { Readiness } from './features/system/readiness.ts';
import { clientErrorHandler } from './http/client-errors.ts';
import { appErrorFrom } from './http/framework-errors.ts';
import { healthRoutes } from './http/health.ts';
import { KnownPaths } from './http/not-found.ts';
import { sendProblem } from './http/problem.ts';
import { restRoutes } from './http/rest-routes.ts';
import type { Services } from './http/services.ts';
import { trpcHandler } from './http/trpc-handler.ts';

export type AppOptions = {
  db: Database;
  activity: Activity;
  readiness: Readiness;
  log: FastifyBaseLogger;
  publicUrl?: string;
  trustProxy?: boolean | string;
};

const maxUrl = 8 * 1024;

/** Refuses a URL over 8 KiB; where the path alone is that long, it names nothing. */
function assertUrlLength(url: string): void {
  if (url.length <= maxUrl) return;
  const pathLength = url.includes('?') ? url.indexOf('?') : url.length;
  if (pathLength > maxUrl) throw new AppError('NOT_FOUND', 'There is no such route.');
  throw new AppError('URI_TOO_LONG', 'The URL is longer than 8 KiB.');
}

/** The whole HTTP server, ready to listen. The bounds are those of the operations guide. */
export async function createApp(options: AppOptions): Promise<FastifyInstance> {
  const { db, activity, readiness, log } = options;
  const paths = new KnownPaths();
  const app: FastifyInstance = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: options.trustProxy ?? false,
    bodyLimit: 1024 * 1024,
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: { maxHeaderSize: 16 * 1024, headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    frameworkErrors: (error, request, reply) => sendProblem(request, reply, appErrorFrom(error)),
    clientErrorHandler: clientErrorHandler(options.publicUrl),
  });
  app.decorate('publicUrl', options.publicUrl);
  app.addHook('onRoute', (route) => paths.add(route));
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, appErrorFrom(error)));
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
    if (readiness.draining) reply.header('Connection', 'close');
    assertUrlLength(request.url);
  });
  app.addHook('onResponse', async (request, reply) => {
    const { method, actor, routeOptions } = request;
    const ms = Math.round(reply.elapsedTime);
    request.log.debug({ method, route: routeOptions.url, status: reply.statusCode, ms, actor }, 'answered');
  });
  app.setNotFoundHandler(paths.handle);

  const services: Services = {
    authenticate: (request) => authenticate(db, activity, request.raw.headersDistinct.authorization),
    context: { db, readiness },
  };
  await app.register(restRoutes, services);
  await app.register(trpcHandler, services);
  await app.register(healthRoutes, readiness);
  await app.register(docsRoutes);
  return app;
}

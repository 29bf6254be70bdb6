import Fastify from 'fastify';
import { AppError } from '../errors.ts';
import type { Metrics } from './metrics.ts';
import { metricsRoute } from './metrics-route.ts';

/** Enough: few scrapers ask, each over one connection. */
const maxConnections = 32;
const requestTimeoutMs = 10_000;

type Options = { metrics: Metrics; host: string; port: number; token: string | undefined };

/** Serves `/metrics` alone on a port of its own. Rejects when the port is in use. */
export async function listenForMetrics({ metrics, host, port, token }: Options) {
  const app = Fastify({ requestTimeout: requestTimeoutMs, forceCloseConnections: true });
  app.server.maxConnections = maxConnections;
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof AppError ? error.status : 500;
    if (status === 401) reply.header('WWW-Authenticate', 'Bearer');
    return reply
      .code(status)
      .type('text/plain')
      .send(status === 401 ? (error as AppError).message : 'The metrics could not be read.');
  });
  metricsRoute(app, { metrics, token });
  const url = await app.listen({ host, port });
  return { url, close: () => app.close() };
}

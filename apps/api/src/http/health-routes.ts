import type { FastifyInstance } from 'fastify';
import { invalid } from '../errors.ts';
import type { Readiness } from '../features/system/readiness.ts';

type ReadyzQuery = { for?: unknown };

/**
 * /livez: the process runs, and whether it is stopping. /readyz: it serves requests that only read;
 * /readyz?for=writes: all requests. A 503 says which check fails.
 */
export async function healthRoutes(app: FastifyInstance, readiness: Readiness): Promise<void> {
  app.get('/livez', async () => ({ live: true, draining: readiness.draining }));
  app.get<{ Querystring: ReadyzQuery }>('/readyz', async ({ query }, reply) => {
    const purpose = query.for ?? 'reads';
    // A proxy would otherwise follow a check that it has not configured.
    if (purpose !== 'reads' && purpose !== 'writes')
      throw invalid([{ path: 'for', message: 'must be reads or writes' }]);
    const status = await (purpose === 'writes' ? readiness.forWrites() : readiness.forReads());
    reply.code(status.ready ? 200 : 503).header('Cache-Control', 'no-store');
    if (!status.ready) reply.header('Retry-After', '2');
    return status;
  });
}

import type { FastifyInstance } from 'fastify';
import { invalid } from '../errors.ts';
import type { Readiness } from '../features/system/readiness.ts';

type ReadyzQuery = { for?: unknown };

/**
 * Adds /livez, which says that the process runs and whether it is stopping, and /readyz, which says whether the process
 * can serve requests that only read, or with `?for=writes` all requests. A 503 names the check that fails.
 */
export async function healthRoutes(app: FastifyInstance, readiness: Readiness): Promise<void> {
  app.get('/livez', async () => ({ live: true, draining: readiness.draining }));
  app.get<{ Querystring: ReadyzQuery }>('/readyz', async ({ query }, reply) => {
    const purpose = query.for ?? 'reads';
    // Without this error, a misspelt purpose would check something other than the proxy was configured to check.
    if (purpose !== 'reads' && purpose !== 'writes')
      throw invalid([{ path: 'for', message: 'must be reads or writes' }]);
    const status = await (purpose === 'writes' ? readiness.forWrites() : readiness.forReads());
    reply.code(status.ready ? 200 : 503).header('Cache-Control', 'no-store');
    if (!status.ready) reply.header('Retry-After', '2');
    return status;
  });
}

import type { FastifyInstance } from 'fastify';
import type { Readiness } from '../features/system/readiness.ts';

/** /livez: the process runs. /readyz: it is ready; a 503 says which check fails. */
export async function healthRoutes(app: FastifyInstance, readiness: Readiness): Promise<void> {
  app.get('/livez', async () => ({ live: true }));
  app.get('/readyz', async (_request, reply) => {
    const status = await readiness.status();
    reply.code(status.ready ? 200 : 503).header('Cache-Control', 'no-store');
    if (!status.ready) reply.header('Retry-After', '2');
    return status;
  });
}

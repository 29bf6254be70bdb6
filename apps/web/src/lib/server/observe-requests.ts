import type { RequestListener, Server } from 'node:http';
import { routeOf } from './route-of.ts';
import { isHealthPath } from './serve-health.ts';
import type { WebMetrics } from './web-metrics.ts';

/**
 * Measures each request to this server. Logs failed requests (5xx) and, if the API was called for one, the request id
 * under which the API logs it.
 */
export function observeRequests(server: Server, metrics: WebMetrics | undefined): void {
  const observe: RequestListener = (request, response) => {
    if (isHealthPath(request.url)) return;
    const startedAt = performance.now();
    const route = routeOf(request);
    metrics?.beginRequest();
    response.once('close', () => {
      const ms = performance.now() - startedAt;
      const status = response.headersSent ? response.statusCode : 'closed';
      metrics?.endRequest(route, status, ms / 1_000);
      if (status === 'closed' || status < 500) return;
      const reqId = response.getHeader('x-request-id');
      const { method, url } = request;
      const path = url?.split('?', 1)[0]?.slice(0, 200);
      console.error({ reqId, method, path, route, status, ms: Math.round(ms) }, 'the request failed');
    });
  };
  server.prependListener('request', observe);
  server.prependListener('checkContinue', observe);
}

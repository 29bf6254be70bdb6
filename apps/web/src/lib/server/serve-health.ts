import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { detachRequestListeners } from './detach-request-listeners.ts';
import type { Readiness } from './readiness.ts';
import { respondMetrics } from './respond-metrics.ts';
import type { WebMetrics } from './web-metrics.ts';

const pathOf = (url = '') => url.split('?', 1)[0] ?? '';

export const isHealthPath = (url: string | undefined) =>
  ['/livez', '/readyz', '/metrics'].includes(pathOf(url));

/**
 * Serves /livez (the process runs), /readyz (it serves pages) and, with a token, /metrics. Before all limits, so that
 * they also respond during a flood of requests.
 */
export function serveHealth(
  server: Server,
  readiness: Readiness,
  measured: { metrics: WebMetrics; token: string } | undefined,
): void {
  const callOthers = detachRequestListeners(server);
  server.on('request', (request, response) => {
    const path = pathOf(request.url);
    if (path === '/livez') return respond(request, response, 200, { live: true });
    if (path === '/readyz') return void respondReadiness(request, response, readiness);
    if (path === '/metrics' && measured) return void respondMetrics(request, response, measured);
    callOthers(request, response);
  });
}

async function respondReadiness(
  request: IncomingMessage,
  response: ServerResponse,
  readiness: Readiness,
): Promise<void> {
  const status = await readiness.status();
  if (!status.ready) response.setHeader('Retry-After', '2');
  respond(request, response, status.ready ? 200 : 503, status);
}

function respond(request: IncomingMessage, response: ServerResponse, status: number, body: object): void {
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (!isRead) response.setHeader('Allow', 'GET, HEAD');
  // The body of a request is not read.
  if (!isRead) response.setHeader('Connection', 'close');
  response.writeHead(isRead ? status : 405, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  });
  response.end(isRead ? JSON.stringify(body) : '{}');
}

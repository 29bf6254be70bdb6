import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Readiness } from './readiness.ts';

/** Serves /livez (the process runs) and /readyz (it serves pages) before all limits: a proxy requests them often. */
export function serveHealth(server: Server, readiness: Readiness): void {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const path = request.url?.split('?', 1)[0];
    if (path === '/livez') return respond(request, response, 200, { live: true });
    if (path === '/readyz') return void respondReadiness(request, response, readiness);
    for (const listener of listeners) listener.call(server, request, response);
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

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { WebMetrics } from './web-metrics.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest();

/** Responds to /metrics for clients with the token. Compares hashes, so that the time tells nothing about the token. */
export async function respondMetrics(
  { method, headersDistinct }: IncomingMessage,
  response: ServerResponse,
  { metrics, token }: { metrics: WebMetrics; token: string },
): Promise<void> {
  const text = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  if (method !== 'GET' && method !== 'HEAD') {
    // The body of the request is not read.
    response.writeHead(405, { ...text, Allow: 'GET, HEAD', Connection: 'close' }).end();
    return;
  }
  const [presented = '', ...others] = headersDistinct.authorization ?? [];
  const given = /^bearer +(\S+)$/i.exec(presented)?.[1] ?? '';
  if (others.length > 0 || !timingSafeEqual(sha256(given), sha256(token))) {
    response.writeHead(401, { ...text, 'WWW-Authenticate': 'Bearer' });
    response.end('Send the header Authorization: Bearer METRICS_TOKEN.\n');
    return;
  }
  const body = await metrics.render();
  response.writeHead(200, { ...text, 'Content-Type': metrics.contentType }).end(body);
}

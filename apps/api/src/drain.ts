import { stopListening } from '@crewboard/graceful-shutdown';
import type { FastifyInstance } from 'fastify';
import { drainTimeoutMs } from './close-on-signal.ts';

const checkIntervalMs = 100;

/**
 * Stops an app: accepts no new connections, lets requests in flight finish for up to 20 s, then closes the connections
 * that are still open, which `app.close` would wait for.
 */
export async function drain(app: FastifyInstance): Promise<void> {
  await stopListening(app.server);
  const endsAt = performance.now() + drainTimeoutMs;
  const timer = setInterval(() => {
    if (app.openRequests.count === 0 || performance.now() > endsAt) app.server.closeAllConnections();
  }, checkIntervalMs);
  await app.close();
  clearInterval(timer);
}

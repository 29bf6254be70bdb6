import { stopListening } from '@crewboard/graceful-shutdown';
import type { FastifyInstance } from 'fastify';
import { drainTimeoutMs } from './close-on-signal.ts';

const checkIntervalMs = 100;

/** Accepts no new connections, lets requests in flight finish, then ends the connections that are still open. */
export async function drain(app: FastifyInstance): Promise<void> {
  await stopListening(app.server);
  const endsAt = performance.now() + drainTimeoutMs;
  const timer = setInterval(() => {
    if (app.openRequests.count === 0 || performance.now() > endsAt) app.server.closeAllConnections();
  }, checkIntervalMs);
  await app.close();
  clearInterval(timer);
}

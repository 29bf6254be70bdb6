import type { Server } from 'node:http';

/** More than the agents of one process need, and fewer than the file limit of a process. */
const maxConnections = 10_000;
/** From this many connections on, a new connection closes idle connections to make room. */
const minCrowdedConnections = 9_000;
/** The minimum time between two closings of idle connections. */
const minCloseIntervalMs = 1_000;

/** Bounds the connections of a server, and closes idle connections when their number approaches the bound. */
export function boundConnections(server: Server): void {
  server.maxConnections = maxConnections;

  let open = 0;
  let closedIdleAtMs = 0;
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
    if (open >= minCrowdedConnections && performance.now() - closedIdleAtMs >= minCloseIntervalMs) {
      closedIdleAtMs = performance.now();
      server.closeIdleConnections();
    }
  });
}

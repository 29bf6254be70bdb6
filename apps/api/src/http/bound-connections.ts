import type { Server } from 'node:http';

/** More than any number of agents on one process needs, and less than the file limit of a process. */
const maxConnections = 10_000;
/** From this many connections on, idle ones are closed to make room. */
const crowdedAt = 9_000;
const makeRoomEveryMs = 1_000;

/** Bounds the connections of a server, and closes idle ones close to the bound. */
export function boundConnections(server: Server): void {
  server.maxConnections = maxConnections;

  let open = 0;
  let madeRoomAt = 0;
  server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
    if (open >= crowdedAt && performance.now() - madeRoomAt >= makeRoomEveryMs) {
      madeRoomAt = performance.now();
      server.closeIdleConnections();
    }
  });
}

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { InFlight } from './in-flight.ts';

/** More than any number of agents on one process needs, and less than a process may have files. */
const maxConnections = 10_000;
/** From so many connections on, those that wait for nothing are closed to make room. */
const crowdedAt = 9_000;
const makeRoomEveryMs = 1_000;

/**
 * Bounds the connections of a server, and closes those whose client has read nothing for `stallTimeoutMs` to
 * 2 × `stallTimeoutMs` while a response waits to be sent. Node's own timer counts bytes that left as activity.
 */
export function boundConnections(server: Server, inFlight: InFlight, stallTimeoutMs: number): void {
  server.maxConnections = maxConnections;
  server.setTimeout(stallTimeoutMs);
  server.on('timeout', (socket: Socket) => {
    // A handler may take its time, and a stream may have nothing to say; headers and bodies have timeouts of their own.
    const isStalled = socket.writableLength > 0;
    // Between requests Node sets the time of keep-alive.
    const isIdle = socket.timeout !== stallTimeoutMs && inFlight.on(socket).length === 0;
    if (isStalled || isIdle) socket.destroy();
  });

  let open = 0;
  let madeRoomAt = 0;
  server.on('connection', (socket: Socket) => {
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

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const checkIntervalMs = 1_000;

/** How much a connection has sent (see `sentBy`), and the time since which that has not changed. */
type Wait = { sent: string; sinceMs: number };

/**
 * Closes each connection whose client accepts no byte of a response for `stallTimeoutMs`, at most two seconds later, so
 * that unread responses do not fill the memory. Node's own timeout does not suffice: it counts received bytes as
 * activity.
 */
export function closeStalledConnections(server: Server, stallTimeoutMs: number): void {
  const sockets = new Set<Socket>();
  const waits = new WeakMap<Socket, Wait>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const check = (socket: Socket) => {
    // Ignore connections with nothing to send: a handler may take its time, and a stream of events may be idle.
    if (socket.writableLength === 0) return waits.delete(socket);
    const sent = sentBy(socket);
    const wait = waits.get(socket);
    if (wait?.sent !== sent) return waits.set(socket, { sent, sinceMs: performance.now() });
    if (performance.now() - wait.sinceMs >= stallTimeoutMs) socket.destroy();
  };
  const timer = setInterval(() => sockets.forEach(check), Math.min(checkIntervalMs, stallTimeoutMs)).unref();
  server.once('close', () => clearInterval(timer));
}

type Handle = { _handle?: { writeQueueSize?: number } | null };

/**
 * A text that changes when bytes are sent: the bytes of complete writes, and the bytes of the current write that the
 * operating system has not accepted. Node has no public property for the latter; without it a large write would look
 * like a stall.
 */
function sentBy(socket: Socket): string {
  const queued = (socket as Handle)._handle?.writeQueueSize;
  return `${socket.bytesWritten - socket.writableLength} ${queued}`;
}

import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const checkIntervalMs = 1_000;

/** The bytes sent when a connection was first seen waiting, and the time since which it has sent no more. */
type Wait = { sent: string; sinceMs: number };

/**
 * Closes each connection whose client accepts no byte of a response for `stallTimeoutMs`, at most two
 * seconds later. Node's own timeout is not enough: it also counts received bytes as activity.
 */
export function closeStalledConnections(server: Server, stallTimeoutMs: number): void {
  const sockets = new Set<Socket>();
  const waits = new WeakMap<Socket, Wait>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const check = (socket: Socket) => {
    // A handler may take its time, and a stream of events may have nothing to send.
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
 * The progress of sending, in bytes: all complete writes, minus what the operating system has not accepted of the
 * current one. Node has no public property for the latter; without it a large write would look like a stall.
 */
function sentBy(socket: Socket): string {
  const queued = (socket as Handle)._handle?.writeQueueSize;
  return `${socket.bytesWritten - socket.writableLength} ${queued}`;
}

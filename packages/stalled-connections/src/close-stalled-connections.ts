import type { Server } from 'node:http';
import type { Socket } from 'node:net';

const maxCheckIntervalMs = 1_000;
/** A process that was suspended checks before it sends: one check alone says nothing. */
const minChecks = 2;

/** How much a connection has sent (see `sentBy`), and at how many checks since then it had sent no more. */
type Wait = { sent: string; checks: number };

/**
 * Closes each connection whose client accepts no byte of a response for `stallTimeoutMs`, at most two seconds later, so
 * that unread responses do not fill the memory. Node's own timeout does not suffice: it counts received bytes as
 * activity. The time is counted in checks, because a process that was suspended has given its clients no time to read.
 */
export function closeStalledConnections(server: Server, stallTimeoutMs: number): void {
  const sockets = new Set<Socket>();
  const waits = new WeakMap<Socket, Wait>();
  const checkIntervalMs = Math.min(maxCheckIntervalMs, stallTimeoutMs / minChecks);
  const maxChecks = Math.ceil(stallTimeoutMs / checkIntervalMs);
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const check = (socket: Socket) => {
    // Ignore connections with nothing to send: a handler may take its time, and a stream of events may be idle.
    if (socket.writableLength === 0) return waits.delete(socket);
    const sent = sentBy(socket);
    const wait = waits.get(socket);
    if (wait?.sent !== sent) return waits.set(socket, { sent, checks: 0 });
    wait.checks += 1;
    if (wait.checks >= maxChecks) socket.destroy();
  };
  const timer = setInterval(() => sockets.forEach(check), checkIntervalMs).unref();
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

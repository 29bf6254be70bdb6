import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The rest of an unread body is received up to this length, so that the connection can be used again. */
const maxDrainedBytes = 64 * 1024;
/** How long a client may take to read its last response before the connection is cut. */
const lingerMs = 1_000;

/** Writes the last response of a connection and ends the connection, without reading what the client still sends. */
export function writeLastResponse(socket: Duplex, status: number, headers: string[], body: string): void {
  // A client that is gone is not an error.
  socket.on('error', () => undefined);
  const statusLine = `HTTP/1.1 ${status} ${STATUS_CODES[status]}`;
  const length = `Content-Length: ${Buffer.byteLength(body)}`;
  socket.end([statusLine, ...headers, length, 'Connection: close', '', body].join('\r\n'));
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

/** Whether more of the body may come than is drained. A chunked body may always. */
function leavesMuchUnread({ raw, headers }: FastifyRequest): boolean {
  if (raw.complete) return false;
  return (
    headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > maxDrainedBytes
  );
}

/**
 * Closes the connection after the response while a long body is still arriving: Node would read the body to its end.
 */
export async function closeAfterUnreadBody(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (leavesMuchUnread(request)) reply.header('Connection', 'close');
}

/**
 * Sends an error, and ends the connection gracefully while a long body is still arriving: Node would reset the
 * connection after the response, and a client that is sending could lose the response.
 */
export function sendBeforeBody(request: FastifyRequest, reply: FastifyReply, error: object): FastifyReply {
  const { raw, server } = request;
  // Earlier responses come first on a connection, so the last response must not be written before they have ended.
  const isOnlyOpenResponse = server.openRequests
    .responsesOf(raw.socket)
    .every((response) => response === reply.raw);
  if (!leavesMuchUnread(request) || !isOnlyOpenResponse) return reply.send(error);
  raw.pause();
  const headers = Object.entries(reply.getHeaders())
    .filter(([name]) => name !== 'connection')
    .flatMap(([name, values]) => [values].flat().map((value) => `${name}: ${value}`));
  reply.hijack();
  writeLastResponse(raw.socket, reply.statusCode, headers, JSON.stringify(error));
  return reply;
}

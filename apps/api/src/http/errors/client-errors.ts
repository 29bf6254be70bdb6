import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '../../errors.ts';
import type { OpenRequests } from '../open-requests.ts';
import { writeLastResponse } from '../request/unread-body.ts';
import { problemType, toProblem } from './problem.ts';

function errorOf(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError('HEADERS_TOO_LARGE', 'The request line and headers are larger than 16 KiB.');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('REQUEST_TIMEOUT', 'The request did not arrive completely in time.');
  }
  return new AppError('BAD_REQUEST', 'This is not valid HTTP.');
}

function respond(socket: Duplex, error: AppError, publicUrl: string): void {
  const requestId = randomUUID();
  const body = JSON.stringify(toProblem(error, requestId, publicUrl));
  const headers = [`Content-Type: ${problemType}`, `X-Request-Id: ${requestId}`];
  writeLastResponse(socket, error.status, headers, body);
}

/**
 * Responds with a problem to what never became a request: broken HTTP, headers too large, requests that arrive too
 * slowly, CONNECT and unknown expectations, which Node would handle or drop itself.
 */
export class ClientErrors {
  readonly #openRequests: OpenRequests;
  readonly #publicUrl: string;

  constructor(openRequests: OpenRequests, publicUrl: string) {
    this.#openRequests = openRequests;
    this.#publicUrl = publicUrl;
  }

  readonly handle = (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else this.#reject(socket, errorOf(error.code));
  };

  watch(server: Server): void {
    server.on('connect', (_request, socket) => {
      this.#reject(socket, new AppError('BAD_REQUEST', 'This server is not a proxy.'));
    });
    server.on('checkExpectation', ({ socket }) => {
      this.#reject(socket, new AppError('BAD_REQUEST', 'The only supported Expect value is 100-continue.'));
    });
  }

  /** Ends the connection while an earlier request waits: its client would take this response for that one's. */
  #reject(socket: Duplex, error: AppError): void {
    const [first, ...others] = this.#openRequests.on(socket);
    const isOnlyRequest = !first || (others.length === 0 && !first.req.complete && !first.headersSent);
    if (isOnlyRequest) respond(socket, error, this.#publicUrl);
    else socket.destroy();
  }
}

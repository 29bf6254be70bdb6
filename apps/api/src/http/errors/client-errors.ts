import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '../../errors.ts';
import type { OpenRequests } from '../open-requests.ts';
import { writeLastResponse } from '../request/unread-body.ts';
import { problemType, toProblem } from './problem.ts';

/**
 * Responds with a problem where Node creates no request for the routes: broken HTTP, too large headers, requests that
 * arrive too slowly, CONNECT, and unknown expectations.
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

  /** Sends no response while an earlier request waits for its response: the client would take this one for that. */
  #reject(socket: Duplex, error: AppError): void {
    const [first, ...others] = this.#openRequests.responsesOf(socket);
    const isOnlyOpenRequest = !first || (others.length === 0 && !first.req.complete && !first.headersSent);
    if (isOnlyOpenRequest) respond(socket, error, this.#publicUrl);
    else socket.destroy();
  }
}

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

import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '../errors.ts';
import type { InFlight } from './in-flight.ts';
import { problemType, toProblem } from './problem.ts';
import { writeLastResponse } from './unread-body.ts';

function whatWasWrong(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError('HEADERS_TOO_LARGE', 'The request line and headers are larger than 16 KiB.');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('REQUEST_TIMEOUT', 'The request did not arrive completely in time.');
  }
  return new AppError('BAD_REQUEST', 'This is not valid HTTP.');
}

function answer(socket: Duplex, error: AppError, publicUrl: string): void {
  const requestId = randomUUID();
  const body = JSON.stringify(toProblem(error, requestId, publicUrl));
  const headers = [`Content-Type: ${problemType}`, `X-Request-Id: ${requestId}`];
  writeLastResponse(socket, error.status, headers, body);
}

/**
 * Answers in our words what never became a request: broken HTTP, headers too large, requests that arrive too slowly,
 * CONNECT and unknown expectations, which Node would answer or drop by itself.
 */
export class ClientErrors {
  readonly #inFlight: InFlight;
  readonly #publicUrl: string;

  constructor(inFlight: InFlight, publicUrl: string) {
    this.#inFlight = inFlight;
    this.#publicUrl = publicUrl;
  }

  readonly handle = (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else this.#refuse(socket, whatWasWrong(error.code));
  };

  watch(server: Server): void {
    server.on('connect', (_request, socket) => {
      this.#refuse(socket, new AppError('BAD_REQUEST', 'This server is not a proxy.'));
    });
    server.on('checkExpectation', ({ socket }) => {
      this.#refuse(socket, new AppError('BAD_REQUEST', 'The only supported Expect value is 100-continue.'));
    });
  }

  /** While an earlier request waits for its answer, a refusal would be taken for that: then the connection ends. */
  #refuse(socket: Duplex, error: AppError): void {
    const [first, ...others] = this.#inFlight.on(socket);
    const isItsOwn = !first || (others.length === 0 && !first.req.complete && !first.headersSent);
    if (isItsOwn) answer(socket, error, this.#publicUrl);
    else socket.destroy();
  }
}

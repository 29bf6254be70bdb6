import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '../errors.ts';
import { problemType, toProblem } from './problem.ts';

function whatWasWrong(code: string | undefined): AppError {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return new AppError('HEADERS_TOO_LARGE', 'The request line and headers are larger than 16 KiB.');
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return new AppError('REQUEST_TIMEOUT', 'The request did not arrive completely in time.');
  }
  return new AppError('BAD_REQUEST', 'This is not valid HTTP.');
}

function answer(socket: Duplex, error: AppError, publicUrl = ''): void {
  const requestId = randomUUID();
  const problem = toProblem(error, requestId, publicUrl);
  const body = JSON.stringify(problem);
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
      `Content-Type: ${problemType}`,
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** Answers what never became a request: broken HTTP, headers too large, requests that arrive too slowly. */
export function clientErrorHandler(publicUrl: string | undefined) {
  return (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else answer(socket, whatWasWrong(error.code), publicUrl);
  };
}

/** Answers in our words what Node would otherwise answer or drop by itself: CONNECT and unknown expectations. */
export function refuseOddRequests(server: Server, publicUrl: string | undefined): void {
  server.on('connect', (_request, socket) => {
    answer(socket, new AppError('BAD_REQUEST', 'This is no proxy.'), publicUrl);
  });
  server.on('checkExpectation', (request) => {
    answer(request.socket, new AppError('BAD_REQUEST', 'Send no Expect but 100-continue.'), publicUrl);
  });
}

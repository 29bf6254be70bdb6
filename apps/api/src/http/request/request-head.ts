import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../../errors.ts';

export const maxUrlLength = 8 * 1024;

/** Rejects, and ends the connection of, a request whose head a proxy may have read differently. Bounds the URL. */
export function assertHead(request: FastifyRequest, reply: FastifyReply): void {
  try {
    assertHost(request);
    assertTransferEncoding(request);
  } catch (error) {
    reply.header('Connection', 'close');
    throw error;
  }
  assertUrlLength(request.url);
}

/** Throws URI_TOO_LONG for a URL over 8 KiB; NOT_FOUND where the path alone is that long. */
function assertUrlLength(url: string): void {
  if (url.length <= maxUrlLength) return;
  const pathLength = url.includes('?') ? url.indexOf('?') : url.length;
  if (pathLength > maxUrlLength) throw notFound();
  throw new AppError('URI_TOO_LONG', 'The URL is longer than 8 KiB.');
}

/** HTTP/1.1 requires one header Host (RFC 9112, 3.2): with two, a proxy may have read the other header. */
function assertHost({ raw }: FastifyRequest): void {
  const hosts = raw.headersDistinct.host ?? [];
  if (hosts.length > 1) throw new AppError('BAD_REQUEST', 'Send the header Host once.');
  if (raw.httpVersion === '1.1' && hosts.length === 0)
    throw new AppError('BAD_REQUEST', 'Send the header Host.');
}

/** Node decodes `chunked` and hands over the bytes of any other coding before it as if they were the body. */
function assertTransferEncoding({ headers }: FastifyRequest): void {
  const coding = headers['transfer-encoding'];
  if (coding === undefined || coding.trim().toLowerCase() === 'chunked') return;
  throw new AppError('BAD_REQUEST', 'The only supported Transfer-Encoding is chunked.');
}

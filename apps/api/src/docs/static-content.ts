import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import { compressBody } from '../http/compression.ts';
import { acceptedEncoding, type Encoding } from '../http/negotiation.ts';

type Content = {
  body: string;
  type: string;
  cacheControl: string;
  /** The Content-Security-Policy of a page. */
  policy?: string;
};

/** Whether the cache of the client has this representation: weak comparison (RFC 9110, 13.1.2). */
function isUnchanged({ headers }: FastifyRequest, etag: string): boolean {
  const tags = headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? [];
  return tags.includes('*') || tags.includes(etag) || tags.includes(etag.slice('W/'.length));
}

/**
 * A handler of content that never changes while the process runs: 304 to a cache that has it, and each coding is
 * compressed once. The ETag is weak, since the codings share it.
 */
export function staticContent({ body, type, cacheControl, policy }: Content): RouteHandlerMethod {
  const bytes = Buffer.from(body);
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url')}"`;
  const compressed = new Map<Encoding, Promise<Buffer>>();
  const inCoding = (encoding: Encoding) => {
    const known = compressed.get(encoding) ?? compressBody(bytes, encoding);
    compressed.set(encoding, known);
    return known;
  };

  return async (request: FastifyRequest, reply: FastifyReply) => {
    reply.headers({ ETag: etag, 'Cache-Control': cacheControl, Vary: 'Accept-Encoding' });
    if (policy) reply.header('Content-Security-Policy', policy);
    if (isUnchanged(request, etag)) return reply.code(304).send();
    reply.type(type);
    const encoding = acceptedEncoding(request.headers);
    if (!encoding) return reply.send(bytes);
    return reply.header('Content-Encoding', encoding).send(await inCoding(encoding));
  };
}

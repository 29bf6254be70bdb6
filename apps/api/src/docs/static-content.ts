import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { compressBody } from '../http/response/compression.ts';
import { acceptedEncoding, type Encoding } from '../http/response/negotiation.ts';

type Content = {
  body: string;
  type: string;
  cacheControl: string;
  /** The Content-Security-Policy of a page. */
  policy?: string;
  /** The request headers that decide on the content; Accept-Encoding if absent. */
  vary?: string;
};

/** Content with its bytes, their ETag, and the codings that clients have requested so far. */
type Prepared = Content & { bytes: Buffer; etag: string; compressed: Map<Encoding, Promise<Buffer>> };

/**
 * Creates a route handler for content that does not change while the process runs. Makes the content for its first
 * request, because most processes send none, and compresses each coding once. Responds with 304 if the cache of the
 * client has the content. The ETag is weak, because the codings share it.
 */
export function staticContent(make: () => Content | Promise<Content>) {
  let preparing: Promise<Prepared> | undefined;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    preparing ??= prepare(make);
    const content = await preparing;
    const { etag, cacheControl, policy, type, bytes, vary = 'Accept-Encoding' } = content;
    reply.headers({ ETag: etag, 'Cache-Control': cacheControl, Vary: vary });
    if (policy) reply.header('Content-Security-Policy', policy);
    if (isUnchanged(request, etag)) return reply.code(304).send();
    reply.type(type);
    const encoding = acceptedEncoding(request.headers);
    if (!encoding) return reply.send(bytes);
    return reply.header('Content-Encoding', encoding).send(await inCoding(content, encoding));
  };
}

/** Whether the cache of the client has this representation: weak comparison (RFC 9110, 13.1.2). */
function isUnchanged({ headers }: FastifyRequest, etag: string): boolean {
  const tags = headers['if-none-match']?.split(',').map((tag) => tag.trim()) ?? [];
  return tags.includes('*') || tags.includes(etag) || tags.includes(etag.slice('W/'.length));
}

async function prepare(make: () => Content | Promise<Content>): Promise<Prepared> {
  const content = await make();
  const bytes = Buffer.from(content.body);
  const etag = `W/"${createHash('sha256').update(bytes).digest('base64url')}"`;
  return { ...content, bytes, etag, compressed: new Map() };
}

function inCoding({ compressed, bytes }: Prepared, encoding: Encoding): Promise<Buffer> {
  const known = compressed.get(encoding) ?? compressBody(bytes, encoding);
  compressed.set(encoding, known);
  return known;
}

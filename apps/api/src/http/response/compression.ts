import { pipeline, Readable, type Transform } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import pLimit from 'p-limit';
import { acceptedEncoding, type Encoding } from './negotiation.ts';

const minCompressedBytes = 1024;
/** Uses two of the four threads of libuv: files, DNS and passwords need the others. */
const jobs = pLimit(2);
/** If more responses wait for these threads, further ones are sent uncompressed. */
const maxWaitingJobs = 32;

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** Fast levels: the highest ones would take seconds for a page of 4 MiB. */
const compressors: Record<Encoding, (body: Buffer) => Promise<Buffer>> = {
  br: (body) =>
    compressBrotli(body, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 3, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
    }),
  gzip: (body) => compressGzip(body, { level: 3 }),
};

/** Compresses a body in one piece. Also used for static documents, which are compressed once. */
export const compressBody = (body: Buffer, encoding: Encoding): Promise<Buffer> =>
  jobs(() => compressors[encoding](body));

function isCompressible(reply: FastifyReply): boolean {
  const type = String(reply.getHeader('Content-Type'));
  if (type.startsWith('text/event-stream') || reply.getHeader('Content-Encoding') !== undefined) return false;
  return type.startsWith('text/') || type.includes('json');
}

const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_LGWIN } = constants;
/** Windows of 64 and 32 KiB: a compressor exists for as long as its client reads. */
const streamCompressors: Record<Encoding, () => Transform> = {
  br: () => createBrotliCompress({ params: { [BROTLI_PARAM_QUALITY]: 3, [BROTLI_PARAM_LGWIN]: 16 } }),
  gzip: () => createGzip({ level: 3 }),
};
/** Maximum of stream compressors, some hundred KiB each; further streams are sent uncompressed. */
const maxOpenCompressors = 64;
let openCompressors = 0;

/** A list that is read at the pace of its client. */
function compressStream(body: Readable, encoding: Encoding): Transform {
  openCompressors += 1;
  return pipeline(body, streamCompressors[encoding](), () => {
    openCompressors -= 1;
  });
}

/**
 * An onSend hook that compresses responses over 1 KiB as the client accepts, except streams of events. A body that is
 * in memory is compressed in one piece: the stream of @fastify/compress would keep the body and its compressed form
 * while a slow client reads. Runs after `UnsentResponses.onSend`, whose count it corrects.
 */
export async function compressResponse(request: FastifyRequest, reply: FastifyReply, body: unknown) {
  const isStream = body instanceof Readable;
  const isLarge = isStream || (Buffer.isBuffer(body) && body.length > minCompressedBytes);
  if (!isLarge || !isCompressible(reply)) return body;
  // Static documents have set it before, some of them with `Accept` as well.
  if (!reply.hasHeader('Vary')) reply.header('Vary', 'Accept-Encoding');
  const encoding = acceptedEncoding(request.headers);
  const isBusy = isStream ? openCompressors >= maxOpenCompressors : jobs.pendingCount >= maxWaitingJobs;
  if (!encoding || isBusy) return body;
  reply.header('Content-Encoding', encoding);
  if (isStream) return compressStream(body, encoding);
  const compressed = await compressBody(body, encoding);
  reply.header('Content-Length', compressed.length);
  request.server.unsentResponses.resize(request, compressed.length);
  return compressed;
}

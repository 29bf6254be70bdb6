import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, invalid } from '../../errors.ts';
import { runAtOnce } from '../../limits/team-turns.ts';
import { sendContinue } from './expect-continue.ts';
import { countAllowedKeys, countKeysWithinBounds } from './json-checks.ts';
import { isJsonType } from './media-type.ts';

/** Larger bodies are parsed in turns. */
const maxSmallBodyBytes = 64 * 1024;
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Makes the routes of this scope accept only JSON bodies, or no body. Handlers get the parsed value, or with `as` the
 * checked text, because tRPC parses it itself.
 */
export function acceptJsonOnly(app: FastifyInstance, as: 'value' | 'text' = 'value'): void {
  // Check the type before the parser checks the size: another type is a 415 at any size, and its body is not requested.
  app.addHook('preParsing', async (request, reply) => {
    const takesBody = request.method !== 'GET' && request.method !== 'HEAD';
    if (takesBody && announcesBody(request) && !isJson(request)) throw unsupported();
    if (takesBody) sendContinue(request, reply);
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, bytes: Buffer) => {
    if (bytes.length === 0) return as === 'text' ? '' : undefined;
    if (!isJson(request)) throw unsupported();
    return (await readBody(request, bytes))[as];
  });
}

/** The text of a body that is UTF-8, without a byte order mark. */
function decode(bytes: Buffer): string {
  try {
    const text = utf8.decode(bytes);
    if (!text.startsWith('\uFEFF')) return text;
  } catch {
    // Rejected below, like a byte order mark.
  }
  throw new AppError('MALFORMED_JSON', 'The body is not JSON in UTF-8 without a byte order mark.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Pass on only the position: the engine's message quotes the body, which may contain a secret.
    const position = error instanceof SyntaxError ? /at position \d+/.exec(error.message)?.[0] : undefined;
    throw new AppError('MALFORMED_JSON', `The body is not JSON in UTF-8${position ? ` (${position})` : ''}.`);
  }
}

/** Checks and parses a body. Yields between steps that each go through the body at most once. */
function* readJson(bytes: Buffer): Generator<void, { value: unknown; text: string }> {
  // Check the bounds first: a body with too many values is neither decoded nor parsed.
  const keyCount = countKeysWithinBounds(bytes);
  yield;
  const text = decode(bytes);
  yield;
  const value = parse(text);
  yield;
  // JSON.parse takes the value of the last of two equal keys, and a proxy before this service may take the first.
  if (countAllowedKeys(value) !== keyCount)
    throw invalid([{ path: '', message: 'An object has the same key twice' }]);
  return { value, text };
}

/** Skips a body whose client has disconnected before its turn: it no longer counts among the requests in flight. */
function* readUnlessDisconnected(
  { raw: { socket } }: FastifyRequest,
  bytes: Buffer,
): ReturnType<typeof readJson> {
  if (socket.destroyed) throw new AppError('BAD_REQUEST', 'The connection closed before the body was read.');
  return yield* readJson(bytes);
}

/** Reads a large body in the turns of its team, so that one large body of each team is parsed at a time. */
function readBody(request: FastifyRequest, bytes: Buffer) {
  return bytes.length > maxSmallBodyBytes
    ? request.turns.runSlices(readUnlessDisconnected(request, bytes))
    : runAtOnce(readJson(bytes));
}

const unsupported = () =>
  new AppError(
    'UNSUPPORTED_MEDIA_TYPE',
    'Send the body as Content-Type: application/json, in UTF-8 and uncompressed.',
  );

/** Whether the headers announce a body. A chunked body without a Content-Type may turn out to be empty. */
function announcesBody({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return headers['content-type'] !== undefined;
  return Number(headers['content-length'] ?? 0) > 0;
}

function isJson({ headers }: FastifyRequest): boolean {
  return isJsonType(headers['content-type'] ?? '') && headers['content-encoding'] === undefined;
}

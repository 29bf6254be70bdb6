import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError, invalid } from '../errors.ts';

const maxDepth = 32;
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The text of a body that is UTF-8, without a byte order mark. */
function decode(bytes: Buffer): string {
  try {
    const text = utf8.decode(bytes);
    if (!text.startsWith('\uFEFF')) return text;
  } catch {
    // Said below, as for the mark.
  }
  throw new AppError('MALFORMED_JSON', 'The body is not JSON in UTF-8 without a byte order mark.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Only the place of the mistake: the engine's message quotes the body, which may hold a secret.
    const place = error instanceof SyntaxError ? /at position \d+/.exec(error.message)?.[0] : undefined;
    throw new AppError('MALFORMED_JSON', `The body is not JSON in UTF-8${place ? ` (${place})` : ''}.`);
  }
}

/** Refuses what no schema sees: keys that reach into prototypes, and nesting over 32 levels. */
function assertHarmless(value: unknown): void {
  const open: { value: unknown; depth: number; path: string }[] = [{ value, depth: 1, path: '' }];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.value === null || typeof node.value !== 'object') continue;
    if (node.depth > maxDepth) {
      throw invalid([{ path: '', message: `The body is nested deeper than ${maxDepth} levels` }]);
    }
    for (const [key, child] of Object.entries(node.value)) {
      const path = node.path ? `${node.path}.${key}` : key;
      if (forbiddenKeys.has(key)) throw invalid([{ path, message: 'is not a field of this operation' }]);
      open.push({ value: child, depth: node.depth + 1, path });
    }
  }
}

/** The JSON value of a body; undefined for an empty one. */
function readJsonBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  const value = parse(decode(bytes));
  assertHarmless(value);
  return value;
}

/** `application/json`, with no charset but UTF-8. */
const jsonType = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-?8"?\s*)?;?\s*$/i;

const unsupported = () =>
  new AppError(
    'UNSUPPORTED_MEDIA_TYPE',
    'Send the body as Content-Type: application/json, in UTF-8 and uncompressed.',
  );

/** Whether a body is announced; a chunked one without a type may still turn out to be empty. */
function announcesBody({ headers }: FastifyRequest): boolean {
  if (headers['transfer-encoding'] !== undefined) return headers['content-type'] !== undefined;
  return Number(headers['content-length'] ?? 0) > 0;
}

function isJson({ headers }: FastifyRequest): boolean {
  return jsonType.test(headers['content-type'] ?? '') && headers['content-encoding'] === undefined;
}

/**
 * Makes the routes of this scope take JSON bodies and nothing else: as a value, or as the text it came as.
 * Without a body no Content-Type is needed.
 */
export function acceptJsonOnly(app: FastifyInstance, as: 'value' | 'text' = 'value'): void {
  // Before the size is looked at.
  app.addHook('preParsing', async (request) => {
    const takesBody = request.method !== 'GET' && request.method !== 'HEAD';
    if (takesBody && announcesBody(request) && !isJson(request)) throw unsupported();
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    try {
      const bytes = body as Buffer;
      if (bytes.length > 0 && !isJson(request)) throw unsupported();
      done(null, as === 'text' ? decode(bytes) : readJsonBody(bytes));
    } catch (error) {
      done(error as AppError);
    }
  });
}

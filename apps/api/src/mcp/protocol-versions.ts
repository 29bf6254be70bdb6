import {
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server';

/** Versions whose messages name theirs. The list of the SDK has only those that a client negotiates before. */
const selfContained = ['2026-07-28'];
const supported = [...selfContained, ...SUPPORTED_PROTOCOL_VERSIONS];

type Message = { id?: unknown; method?: unknown; params?: unknown };

/**
 * The error for a message that names a version nobody supports, in itself or in the header. The SDK's would list only
 * the versions of one kind. A client that initializes gets a version of ours instead.
 */
export function findUnsupportedVersion({ id = null, method, params }: Message, header: unknown) {
  const { _meta } = (params ?? {}) as { _meta?: Record<string, unknown> };
  const named = _meta?.[PROTOCOL_VERSION_META_KEY];
  const requested = named ?? (method === 'initialize' ? undefined : header);
  if (typeof requested !== 'string' || supported.includes(requested.trim())) return;
  // Names in message and header that differ are an error of their own.
  if (header !== undefined && header !== requested) return;
  const { code, message, data } = new UnsupportedProtocolVersionError({
    // The client tries one of these in the next message like this one.
    supported: named === undefined ? supported : selfContained,
    requested,
  });
  return {
    jsonrpc: '2.0',
    id,
    error: { code, message: `${message}. Supported: ${supported.join(', ')}`, data },
  };
}

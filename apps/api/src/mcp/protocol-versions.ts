import {
  PROTOCOL_VERSION_META_KEY,
  SUPPORTED_PROTOCOL_VERSIONS,
  UnsupportedProtocolVersionError,
} from '@modelcontextprotocol/server';

/**
 * The versions in which each message names its version. The list of the SDK has only older versions, which are
 * negotiated.
 */
const selfContained = ['2026-07-28'];
const supported = [...selfContained, ...SUPPORTED_PROTOCOL_VERSIONS];

type Message = { id?: unknown; method?: unknown; params?: unknown };

/**
 * The error for a message that names an unsupported version, in itself or in the header. The error of the SDK would
 * list only the versions of one kind. Undefined for `initialize`, whose response offers a supported version.
 */
export function findUnsupportedVersion({ id = null, method, params }: Message, header: unknown) {
  const { _meta } = (params ?? {}) as { _meta?: Record<string, unknown> };
  const named = _meta?.[PROTOCOL_VERSION_META_KEY];
  const requested = named ?? (method === 'initialize' ? undefined : header);
  if (typeof requested !== 'string' || supported.includes(requested.trim())) return;
  // The SDK has another error for a header that differs from the message.
  if (header !== undefined && header !== requested) return;
  const { code, message, data } = new UnsupportedProtocolVersionError({
    // The client tries one of these in its next message of the same form.
    supported: named === undefined ? supported : selfContained,
    requested,
  });
  return {
    jsonrpc: '2.0',
    id,
    error: { code, message: `${message}. Supported: ${supported.join(', ')}`, data },
  };
}

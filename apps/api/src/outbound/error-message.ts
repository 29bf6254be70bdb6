import { errors } from 'undici';
import { NameNotResolved } from './resolve-name.ts';
import { AddressNotPublic } from './resolve-vetted-addresses.ts';

const invalidResponse = 'The response was not valid HTTP.';
const closedTooEarly = 'The connection was closed before a response came.';

const messages: Record<string, string> = {
  ECONNREFUSED: 'The connection was refused.',
  ECONNRESET: 'The connection was reset before a response came.',
  EPIPE: closedTooEarly,
  EHOSTUNREACH: 'The host could not be reached.',
  ENETUNREACH: 'The host could not be reached.',
  EADDRNOTAVAIL: 'The host could not be reached.',
  ETIMEDOUT: 'The host could not be reached.',
  UND_ERR_CONNECT_TIMEOUT: 'The host could not be reached.',
  UND_ERR_HEADERS_OVERFLOW: 'The headers of the response are too large.',
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: invalidResponse,
  // undici's code for unexpected responses: 100 Continue, 101 Switching Protocols.
  UND_ERR_SOCKET: invalidResponse,
  UND_ERR_INVALID_ARG: 'The request could not be made.',
  UND_ERR_CLOSED: 'Stopped while sending.',
  UND_ERR_DESTROYED: 'Stopped while sending.',
};

const certificateMessages: Record<string, string> = {
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet',
  CERT_REVOKED: 'it was revoked',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it is for another host name',
  SELF_SIGNED_CERT_IN_CHAIN: 'its issuer is not trusted',
  UNABLE_TO_GET_ISSUER_CERT: 'its issuer is not trusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its issuer is not trusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its issuer is not trusted, or an intermediate certificate is missing',
};

const notPublic =
  'The address is not public, so it was not called. Ask an operator to allow it (admin webhook-allow).';

/** Explains an error to the developer of the receiver. The system's own messages would disclose internal addresses. */
export function errorMessage(error: unknown): string {
  if (error instanceof AddressNotPublic) return notPublic;
  if (error instanceof NameNotResolved) return 'The host name could not be resolved.';
  if (error instanceof errors.HTTPParserError) return invalidResponse;
  const { code = '', message } = error as NodeJS.ErrnoException;
  if (certificateMessages[code]) return `The certificate is not valid: ${certificateMessages[code]}.`;
  // Node passes on OpenSSL's codes for other certificate errors.
  if (/CERT|^CRL_/.test(code)) return `The certificate is not valid: ${code}.`;
  if (/^EPROTO$|^ERR_SSL/.test(code)) return 'No secure connection (TLS) could be set up.';
  if (/^(other side )?closed$/.test(message)) return closedTooEarly;
  return messages[code] ?? `The request failed${code && ` (${code})`}.`;
}

import type { WebhookPayload } from './generated/types.ts';

/**
 * The request does not come from the service, is too old, or cannot be verified with these arguments. Respond with 401.
 */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

type HeaderSource = Headers | Record<string, string | string[] | undefined>;

const toleranceSeconds = 5 * 60;
/** The service sends at most two signatures. Bounded, because checking each one reads the whole body. */
const maxSignatures = 8;

/**
 * Verifies a webhook request and returns its payload. One of the first 8 signatures must be valid (Standard Webhooks
 * 1.0, compared in constant time), and the request at most 5 minutes old. `rawBody` is the body as received, because
 * parsing and serializing JSON changes it. Throws WebhookVerificationError, also for a parsed body and for a missing
 * secret or header.
 */
export async function verifyWebhook(
  headers: HeaderSource,
  rawBody: string | Uint8Array,
  secret: string,
): Promise<WebhookPayload> {
  const key = await importKey(secret);
  if (typeof rawBody !== 'string' && !(rawBody instanceof Uint8Array)) {
    throw new WebhookVerificationError(
      'The body is neither text nor bytes. Pass the text or the bytes as received, before any parser: ' +
        "`await request.text()`, in Express `request.body` behind `express.raw({ type: '*/*' })`.",
    );
  }
  const id = headerOf(headers, 'webhook-id');
  const timestamp = headerOf(headers, 'webhook-timestamp');
  const signatures = headerOf(headers, 'webhook-signature').split(' ', maxSignatures);
  const age = Date.now() / 1_000 - Number(timestamp);
  if (!/^\d+$/.test(timestamp) || Math.abs(age) > toleranceSeconds) {
    throw new WebhookVerificationError('The request was not sent within the last five minutes.');
  }
  const encoder = new TextEncoder();
  const body = typeof rawBody === 'string' ? encoder.encode(rawBody) : rawBody;
  const head = encoder.encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  for (const signature of signatures) {
    const [version, encoded = ''] = signature.split(',');
    const bytes = version === 'v1' ? decodeBase64(encoded) : undefined;
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, signed))) {
      return parsePayload(typeof rawBody === 'string' ? rawBody : new TextDecoder().decode(body));
    }
  }
  throw new WebhookVerificationError('No signature of the request belongs to this secret.');
}

function parsePayload(text: string): WebhookPayload {
  try {
    return JSON.parse(text);
  } catch {
    throw new WebhookVerificationError('The body is not JSON.');
  }
}

/** The value of a header. The case of names is ignored: some frameworks and gateways pass on `Webhook-Id`. */
function headerOf(headers: HeaderSource, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '') {
    throw new WebhookVerificationError(
      `The header ${name} is missing. Pass the headers of the request as received, such as \`request.headers\`.`,
    );
  }
  return value;
}

async function importKey(secret: string) {
  const bytes = typeof secret === 'string' ? decodeBase64(secret.replace(/^whsec_/, '')) : undefined;
  if (!bytes?.length) {
    throw new WebhookVerificationError(
      `The secret is ${secret ? 'not one of a webhook' : 'missing'}. Pass the \`whsec_…\` that the service returned ` +
        'when the webhook was created or its secret rotated.',
    );
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function decodeBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

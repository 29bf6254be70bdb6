import { createHash, createHmac } from 'node:crypto';
import { deriveKey } from '@crewboard/app-secret';
import { idempotencyKeyHeader, maxIdempotencyKeyLength } from '@crewboard/contracts';
import type { FastifyRequest } from 'fastify';
import { bearerToken, type PresentedCredential } from '../../auth/authenticate.ts';
import { invalid } from '../../errors.ts';

const visibleAscii = /^[!-~]+$/;

const valuesOf = ({ method, raw }: FastifyRequest): string[] =>
  (method === 'POST' && raw.headersDistinct[idempotencyKeyHeader.toLowerCase()]) || [];

const isKey = (value: string) => value.length <= maxIdempotencyKeyLength && visibleAscii.test(value);

/** The Idempotency-Key of a POST together with its credential. */
export type PresentedKey = {
  /** SHA-256 of both. */
  hash: Buffer;
  /** Never stored, because the secrets of the stored response are encrypted with it. */
  secret: string;
};

/**
 * The caller's token. A person gets a new token every minute, so their secret is an HMAC of the session, with a key
 * that only this service has.
 */
function secretOf({ raw }: FastifyRequest, presented: PresentedCredential, appSecret: string) {
  if (presented.kind !== 'web') return bearerToken(raw.headersDistinct.authorization);
  const sessionKey = deriveKey(appSecret, 'idempotency of sessions');
  return createHmac('sha256', sessionKey)
    .update(presented.claims.session ?? '')
    .digest('base64');
}

/**
 * Reads the key. Returns null without a key, and for a malformed key, which `assertIdempotencyKey` rejects after the
 * authentication.
 */
export function readIdempotencyKey(
  request: FastifyRequest,
  presented: PresentedCredential,
  appSecret: string,
): PresentedKey | null {
  const [key, ...others] = valuesOf(request);
  if (key === undefined || others.length > 0 || !isKey(key)) return null;
  const secret = secretOf(request, presented, appSecret);
  return { hash: createHash('sha256').update(`${secret} ${key}`).digest(), secret };
}

/** Throws VALIDATION_ERROR for a key that is malformed or sent twice. */
export function assertIdempotencyKey(request: FastifyRequest): void {
  const values = valuesOf(request);
  if (values.length <= 1 && values.every(isKey)) return;
  const message = `must be sent once and have 1 to ${maxIdempotencyKeyLength} visible ASCII characters, without spaces`;
  throw invalid([{ path: idempotencyKeyHeader, message }]);
}

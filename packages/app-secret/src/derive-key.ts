import { hkdfSync } from 'node:crypto';

/** The uses of APP_SECRET. Each use has its own key, so that a token of one use is never valid for another. */
export type Purpose =
  | 'web to api'
  | 'session cookie'
  | 'webhook secrets'
  | 'sign-in device'
  | 'idempotency of sessions';

/** 32 bytes from APP_SECRET for one purpose (HKDF with SHA-256). */
export function deriveKey(appSecret: string, purpose: Purpose): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', appSecret, '', `crewboard ${purpose}`, 32));
}

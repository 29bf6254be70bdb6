import { hkdfSync } from 'node:crypto';

/** What APP_SECRET is used for. Each use has a key of its own, so that one never opens another's door. */
export type Purpose = 'web to api' | 'session cookie' | 'webhook secrets' | 'sign-in device';

/** 32 bytes from APP_SECRET for one purpose (HKDF with SHA-256). */
export function deriveKey(appSecret: string, purpose: Purpose): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', appSecret, '', `crewboard ${purpose}`, 32));
}

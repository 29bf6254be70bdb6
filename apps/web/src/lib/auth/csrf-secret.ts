import { createHash } from 'node:crypto';
import type { AppSecrets } from '@crewboard/app-secret';
import { cookieSecret } from './decode-session.ts';

/** Where next-auth keeps its token against forged requests. */
export const csrfCookieName = (isHttps: boolean) => `${isHttps ? '__Host-' : ''}next-auth.csrf-token`;

/**
 * The secret with which next-auth checks its CSRF cookie, `token|hash`: the one that made it. A process with the former
 * secret may have, a moment before the form is sent to another process.
 */
export function csrfSecret(cookie: string | undefined, secrets: AppSecrets): string {
  const [token, hash] = cookie?.split('|') ?? [];
  const candidates = secrets.map(cookieSecret);
  const made = candidates.find(
    (secret) => createHash('sha256').update(`${token}${secret}`).digest('hex') === hash,
  );
  return made ?? cookieSecret(secrets[0]);
}

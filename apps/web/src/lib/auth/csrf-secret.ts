import { createHash } from 'node:crypto';
import type { AppSecrets } from '@crewboard/app-secret';
import { cookieSecret } from './decode-session.ts';

/** The cookie in which next-auth keeps its CSRF token. */
export const csrfCookieName = (isHttps: boolean) => `${isHttps ? '__Host-' : ''}next-auth.csrf-token`;

/**
 * The secret with which next-auth must check its CSRF cookie `token|hash`: the secret that made the hash. During a
 * change of APP_SECRET, a process with the former secret may have made the cookie of a form that another process
 * receives.
 */
export function csrfSecret(cookie: string | undefined, secrets: AppSecrets): string {
  const [token, hash] = cookie?.split('|') ?? [];
  const candidates = secrets.map(cookieSecret);
  const made = candidates.find(
    (secret) => createHash('sha256').update(`${token}${secret}`).digest('hex') === hash,
  );
  return made ?? cookieSecret(secrets[0]);
}

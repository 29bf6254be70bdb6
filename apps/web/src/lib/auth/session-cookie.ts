import type { CookiesOptions } from 'next-auth';

/** With the prefix, browsers accept the cookie only over https and from this host. */
export function sessionCookieName(isHttps: boolean): string {
  return isHttps ? '__Host-crewboard-session' : 'crewboard-session';
}

/** Twice as long as a session, so that a person whose session has expired sees that. */
const maxAge = 60 * 24 * 60 * 60;

export function sessionCookie(isHttps: boolean): CookiesOptions['sessionToken'] {
  return {
    name: sessionCookieName(isHttps),
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps, maxAge },
  };
}

import type { CookiesOptions } from 'next-auth';

/** The prefix makes browsers refuse the cookie from anywhere but https and this very host. */
export function sessionCookieName(isHttps: boolean): string {
  return isHttps ? '__Host-crewboard-session' : 'crewboard-session';
}

export function sessionCookie(isHttps: boolean): CookiesOptions['sessionToken'] {
  return {
    name: sessionCookieName(isHttps),
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps },
  };
}

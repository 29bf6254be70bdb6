import type { CookiesOptions } from 'next-auth';

/** The name of the session cookie. With the prefix __Host-, browsers accept it only over https and from this host. */
export function sessionCookieName(isHttps: boolean): string {
  return isHttps ? '__Host-crewboard-session' : 'crewboard-session';
}

/** In seconds. Twice as long as a session, so that the sign-in can tell a person that their session has expired. */
const maxAge = 60 * 24 * 60 * 60;

/** The session cookie in the options of next-auth. */
export function sessionCookie(isHttps: boolean): CookiesOptions['sessionToken'] {
  return {
    name: sessionCookieName(isHttps),
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure: isHttps, maxAge },
  };
}

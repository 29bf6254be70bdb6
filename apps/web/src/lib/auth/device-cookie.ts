import { DEVICE_TOKEN_DAYS } from '@crewboard/app-secret';

/** The cookie with the token that proves an earlier sign-in of this browser. */
export function deviceCookieName(isHttps: boolean): string {
  return isHttps ? '__Host-crewboard-device' : 'crewboard-device';
}

/** The Set-Cookie header of a device token. The cookie outlives the session, because the next sign-in needs it. */
export function deviceCookie(token: string, isHttps: boolean): string {
  const maxAge = DEVICE_TOKEN_DAYS * 24 * 60 * 60;
  const attributes = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  return `${deviceCookieName(isHttps)}=${token}; ${attributes}`;
}

const MAX_TOKEN_LENGTH = 1_000;

/**
 * The device token in a cookie. Ignores a value that is longer than any valid token: the API would reject the sign-in.
 */
export function deviceTokenOf(value: string | undefined): string | undefined {
  return value && value.length <= MAX_TOKEN_LENGTH ? value : undefined;
}

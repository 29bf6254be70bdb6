import { DEVICE_TOKEN_DAYS } from '@crewboard/app-secret';

/** Keeps what the API gave this browser to show that it signed in before. */
export function deviceCookieName(isHttps: boolean): string {
  return isHttps ? '__Host-crewboard-device' : 'crewboard-device';
}

/** The cookie as a header. It outlives the session: it is for the next sign-in. */
export function deviceCookie(token: string, isHttps: boolean): string {
  const maxAge = DEVICE_TOKEN_DAYS * 24 * 60 * 60;
  const attributes = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
  return `${deviceCookieName(isHttps)}=${token}; ${attributes}`;
}

const MAX_TOKEN_LENGTH = 1_000;

/** Ours are shorter; the API rejects the whole sign-in for a longer one. */
export function readDeviceToken(value: string | undefined): string | undefined {
  return value && value.length <= MAX_TOKEN_LENGTH ? value : undefined;
}

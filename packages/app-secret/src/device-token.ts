import { createHash } from 'node:crypto';
import { type JWTPayload, SignJWT } from 'jose';
import type { AppSecrets } from './app-secrets.ts';
import { deriveKey } from './derive-key.ts';
import { algorithm, verifyToken } from './verify-token.ts';

const audience = 'crewboard-sign-in';

/** The lifetime of a device token: the longest time for which browsers keep a cookie. */
export const DEVICE_TOKEN_DAYS = 400;

/** The token holds a hash, so that a stolen cookie does not reveal an e-mail address. */
const hashEmail = (email: string) => createHash('sha256').update(email).digest('base64url');

/**
 * Signs the token of a browser that has signed in to an account. The token gives no access: its holder only has a
 * separate limit of wrong passwords, so that strangers cannot lock people out. `email` is in lower case.
 */
export function signDeviceToken(appSecret: string, email: string, deviceId: string): Promise<string> {
  return new SignJWT()
    .setProtectedHeader({ alg: algorithm })
    .setAudience(audience)
    .setSubject(hashEmail(email))
    .setJti(deviceId)
    .setExpirationTime(`${DEVICE_TOKEN_DAYS}d`)
    .sign(deriveKey(appSecret, 'sign-in device'));
}

/** Reads the id of the device; undefined if the token is invalid, expired or of another account. */
export async function readDeviceToken(
  secrets: AppSecrets,
  email: string,
  token: string,
): Promise<string | undefined> {
  return (await verify(secrets, token, hashEmail(email)))?.jti;
}

/** Whether the token is valid and not expired, for any account: known devices do not wait among strangers. */
export async function isDeviceToken(secrets: AppSecrets, token: string): Promise<boolean> {
  return (await verify(secrets, token)) !== undefined;
}

function verify(secrets: AppSecrets, token: string, subject?: string): Promise<JWTPayload | undefined> {
  return verifyToken(secrets, 'sign-in device', token, {
    audience,
    subject,
    requiredClaims: ['exp', 'jti'],
  });
}

import { SignJWT } from 'jose';
import type { AppSecrets } from './app-secrets.ts';
import { deriveKey } from './derive-key.ts';
import { algorithm, verifyToken } from './verify-token.ts';

/**
 * The claims of the token that the web server sends with each call to the API: the session of a person who is signed
 * in, and the team if the call is about one. A call without a session has no claims.
 */
export type WebClaims = { session?: string; team?: string };

const audience = 'crewboard-api';

/** Signs a bearer token that is valid for a minute. Sign a new one for each call. */
export function signWebToken(appSecret: string, claims: WebClaims): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm })
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(deriveKey(appSecret, 'web to api'));
}

/** Reads the claims of a valid token; undefined if it is forged, expired or of another purpose. */
export async function readWebToken(secrets: AppSecrets, token: string): Promise<WebClaims | undefined> {
  const claims = await verifyToken<WebClaims>(secrets, 'web to api', token, {
    audience,
    requiredClaims: ['exp'],
  });
  return claims && { session: claims.session, team: claims.team };
}

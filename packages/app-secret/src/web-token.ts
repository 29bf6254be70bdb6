import { jwtVerify, SignJWT } from 'jose';
import { deriveKey } from './derive-key.ts';

/**
 * The claims of the web server's token in each call to the API: the session and the team of the person who is signed
 * in, or neither.
 */
export type WebClaims = { session?: string; team?: string };

const algorithm = 'HS256';
const audience = 'crewboard-api';

/** A bearer token that is valid for a minute. Sign a new one for each call. */
export function signWebToken(appSecret: string, claims: WebClaims): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm })
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(deriveKey(appSecret, 'web to api'));
}

/** The claims of a valid token; undefined if it is forged, expired or of another kind. */
export async function readWebToken(appSecret: string, token: string): Promise<WebClaims | undefined> {
  try {
    const { payload } = await jwtVerify<WebClaims>(token, deriveKey(appSecret, 'web to api'), {
      algorithms: [algorithm],
      audience,
      requiredClaims: ['exp'],
    });
    return { session: payload.session, team: payload.team };
  } catch {
    return undefined;
  }
}

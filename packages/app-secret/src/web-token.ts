import { jwtVerify, SignJWT } from 'jose';
import { deriveKey } from './derive-key.ts';

/**
 * What the web server says with each call to the API: that it is the web server and, when somebody is signed in,
 * for which session and in which team.
 */
export type WebClaims = { session?: string; team?: string };

const algorithm = 'HS256';
const audience = 'crewboard-api';

/** A bearer token, good for a minute. Make a new one for each call. */
export function signWebToken(appSecret: string, claims: WebClaims): Promise<string> {
  return new SignJWT(claims)
    .setProtectedHeader({ alg: algorithm })
    .setAudience(audience)
    .setIssuedAt()
    .setExpirationTime('60s')
    .sign(deriveKey(appSecret, 'web to api'));
}

/** The claims of a token that is whole, ours and still good; undefined for any other. */
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

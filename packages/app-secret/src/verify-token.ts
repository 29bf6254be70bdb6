import { type JWTPayload, type JWTVerifyOptions, jwtVerify } from 'jose';
import type { AppSecrets } from './app-secrets.ts';
import { deriveKey, type Purpose } from './derive-key.ts';

export const algorithm = 'HS256';

/**
 * Reads the claims of a token that one of the secrets signed; undefined if it is forged, expired or of another purpose.
 */
export async function verifyToken<Claims>(
  secrets: AppSecrets,
  purpose: Purpose,
  token: string,
  options: JWTVerifyOptions,
): Promise<(JWTPayload & Claims) | undefined> {
  for (const secret of secrets) {
    try {
      const key = deriveKey(secret, purpose);
      return (await jwtVerify<Claims>(token, key, { ...options, algorithms: [algorithm] })).payload;
    } catch {
      // The next secret may have signed it.
    }
  }
  return undefined;
}

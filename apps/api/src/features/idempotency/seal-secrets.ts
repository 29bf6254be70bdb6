import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** The key of one request: from the secret of its credential, which is not stored. */
const deriveKey = (secret: string, keyHash: Buffer) =>
  Buffer.from(hkdfSync('sha256', secret, keyHash, 'crewboard idempotency', 32));

/**
 * Encrypts the secrets of a response with a key from the caller's own secret: neither the database nor APP_SECRET
 * reveals them. Returns initialization vector, tag and ciphertext: 28 bytes more than the JSON.
 */
export function sealSecrets(secrets: object, secret: string, keyHash: Buffer): Buffer {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv(algorithm, deriveKey(secret, keyHash), iv);
  const encrypted = [cipher.update(JSON.stringify(secrets), 'utf8'), cipher.final()];
  return Buffer.concat([iv, cipher.getAuthTag(), ...encrypted]);
}

/** Decrypts the result of `sealSecrets`. Throws for another secret or key. */
export function openSecrets(sealed: Buffer, secret: string, keyHash: Buffer): object {
  const decipher = createDecipheriv(algorithm, deriveKey(secret, keyHash), sealed.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  });
  decipher.setAuthTag(sealed.subarray(ivBytes, ivBytes + tagBytes));
  const parts = [decipher.update(sealed.subarray(ivBytes + tagBytes)), decipher.final()];
  return JSON.parse(Buffer.concat(parts).toString('utf8'));
}

import { CompactEncrypt, compactDecrypt } from 'jose';
import { deriveKey } from './derive-key.ts';

const encryption = 'A256GCM';

/**
 * Keeps secrets that must be read again, unlike passwords and tokens: encrypted under a key derived from APP_SECRET, so
 * that the database alone does not give them away. What is sealed for one owner opens for no other.
 */
export class SecretBox {
  readonly #key: Uint8Array;

  constructor(appSecret: string) {
    this.#key = deriveKey(appSecret, 'webhook secrets');
  }

  seal(secret: string, owner: string): Promise<string> {
    return new CompactEncrypt(new TextEncoder().encode(secret))
      .setProtectedHeader({ alg: 'dir', enc: encryption, sub: owner })
      .encrypt(this.#key);
  }

  /** The secret; undefined when it was sealed under another APP_SECRET, for another owner, or is not whole. */
  async open(sealed: string, owner: string): Promise<string | undefined> {
    try {
      const { plaintext, protectedHeader } = await compactDecrypt(sealed, this.#key, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: [encryption],
      });
      return protectedHeader.sub === owner ? new TextDecoder().decode(plaintext) : undefined;
    } catch {
      return undefined;
    }
  }
}

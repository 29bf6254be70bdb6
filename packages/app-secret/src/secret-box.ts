import { CompactEncrypt, compactDecrypt } from 'jose';
import { deriveKey } from './derive-key.ts';

const encryption = 'A256GCM';

/**
 * Keeps secrets that must be read again, unlike passwords and tokens: encrypted under a key derived from APP_SECRET, so
 * that the database alone does not reveal them. A secret that was sealed for one owner cannot be opened for another.
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

  /** The secret; undefined when it was sealed under another APP_SECRET, for another owner, or is damaged. */
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

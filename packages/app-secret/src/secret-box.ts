import { CompactEncrypt, compactDecrypt } from 'jose';
import type { AppSecrets } from './app-secrets.ts';
import { deriveKey } from './derive-key.ts';

const encryption = 'A256GCM';

/**
 * Encrypts secrets of webhooks, which are stored and read again, unlike passwords and tokens. The key comes from
 * APP_SECRET, so that the database alone does not reveal them. A secret that was sealed for one owner cannot be opened
 * for another.
 */
export class SecretBox {
  readonly #key: Uint8Array;
  readonly #previousKeys: Uint8Array[];

  constructor([current, ...previous]: AppSecrets) {
    this.#key = deriveKey(current, 'webhook secrets');
    this.#previousKeys = previous.map((secret) => deriveKey(secret, 'webhook secrets'));
  }

  seal(secret: string, owner: string): Promise<string> {
    return new CompactEncrypt(new TextEncoder().encode(secret))
      .setProtectedHeader({ alg: 'dir', enc: encryption, sub: owner })
      .encrypt(this.#key);
  }

  /**
   * Decrypts a secret; undefined if none of the app secrets encrypted it, if it is another owner's, or if it is
   * damaged.
   */
  async open(sealed: string, owner: string): Promise<string | undefined> {
    return (await open(sealed, owner, [this.#key])) ?? (await open(sealed, owner, this.#previousKeys));
  }

  /** Whether APP_SECRET, and not APP_SECRET_PREVIOUS, encrypted it. */
  async isCurrent(sealed: string, owner: string): Promise<boolean> {
    return (await open(sealed, owner, [this.#key])) !== undefined;
  }
}

async function open(sealed: string, owner: string, keys: Uint8Array[]): Promise<string | undefined> {
  for (const key of keys) {
    try {
      const { plaintext, protectedHeader } = await compactDecrypt(sealed, key, {
        keyManagementAlgorithms: ['dir'],
        contentEncryptionAlgorithms: [encryption],
      });
      return protectedHeader.sub === owner ? new TextDecoder().decode(plaintext) : undefined;
    } catch {
      // The next key may fit.
    }
  }
  return undefined;
}

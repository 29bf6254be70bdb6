/**
 * The token of an agent that was valid at an earlier request. Saves a round trip: the statement of the operation checks
 * the token, instead of a look-up before it. Docs: docs/decisions/0001-read-decide-write.md.
 */
export class UncheckedToken {
  readonly #hash: Buffer;
  readonly #lookUp: () => Promise<void>;
  readonly #onConfirm: () => void;
  #checked: Promise<void> | undefined;
  #isValid = false;

  /** `lookUp` throws UNAUTHENTICATED for a token that has ended. */
  constructor(hash: Buffer, { lookUp, onConfirm }: { lookUp: () => Promise<void>; onConfirm: () => void }) {
    this.#hash = hash;
    this.#lookUp = lookUp;
    this.#onConfirm = onConfirm;
  }

  /** For statements that must check the token even if the request has found it valid: writes, at each read. */
  get hash(): Buffer {
    return this.#hash;
  }

  /** Null once the token was found valid: one check is enough for the reads of a request. */
  get hashToCheck(): Buffer | null {
    return this.#isValid ? null : this.#hash;
  }

  /** Call it when a statement that checks the token has returned a row. */
  confirm(): void {
    if (this.#checked) return;
    this.#checked = Promise.resolve();
    this.#isValid = true;
    this.#onConfirm();
  }

  /** Looks the token up, once, unless a statement has found it valid. Throws UNAUTHENTICATED if it has ended. */
  check(): Promise<void> {
    this.#checked ??= this.#lookUp().then(() => {
      this.#isValid = true;
    });
    return this.#checked;
  }
}

import pLimit from 'p-limit';
import { invalid } from '../errors.ts';

/** A call of a tRPC batch runs only while the results before it are smaller; one page of a list may follow. */
const maxEarlierBytes = 1024 * 1024;

/**
 * Runs the calls of one tRPC batch in their order, one at a time, so that a batch costs little more than one request.
 */
export class TrpcBatch {
  readonly #inOrder = pLimit(1);
  #resultBytes = 0;

  /** Throws VALIDATION_ERROR, and does not run the call, once the results before it have 1 MiB. */
  run<Result extends { ok: boolean; data?: unknown }>(call: () => Promise<Result>): Promise<Result> {
    return this.#inOrder(async () => {
      if (this.#resultBytes >= maxEarlierBytes) throw tooLarge();
      const result = await call();
      if (result.ok) this.#resultBytes += textBytes(result.data);
      return result;
    });
  }
}

const tooLarge = () =>
  invalid([
    {
      path: '',
      message:
        'This call was not run: the results of the calls before it in the batch have 1 MiB. Send it in a request of its own',
    },
  ]);

/** The bytes of all texts in a result: large results consist of them, and this costs less than serializing twice. */
function textBytes(value: unknown): number {
  if (typeof value === 'string') return Buffer.byteLength(value);
  if (value === null || typeof value !== 'object') return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + textBytes(part), 0);
}

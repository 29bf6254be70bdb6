import pLimit from 'p-limit';
import { invalid } from '../errors.ts';
import type { TrpcResults } from './trpc-results.ts';

/**
 * Bounds the memory of a batch: once its results have this size, no further call runs. The last result may exceed it.
 */
const maxEarlierBytes = 1024 * 1024;

/**
 * Runs the calls of one tRPC batch in their order, one at a time, so that a batch costs little more than one request.
 */
export class TrpcBatch {
  readonly #inOrder = pLimit(1);
  readonly #results: Pick<TrpcResults, 'bytes'>;

  constructor(results: Pick<TrpcResults, 'bytes'>) {
    this.#results = results;
  }

  /** Throws VALIDATION_ERROR, and does not run the call, once the results before it have 1 MiB. */
  run<Result>(call: () => Promise<Result>): Promise<Result> {
    return this.#inOrder(() => {
      if (this.#results.bytes >= maxEarlierBytes) throw tooLarge();
      return call();
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

import type { ChangeNotifier } from '@crewboard/db';
import { z } from 'zod';
import { readPayload, toPayloads } from '../process-messages.ts';
import type { TokenBuckets } from './token-buckets.ts';

const channel = 'crewboard_counts';
const exchangeIntervalMs = 1_000;

/**
 * Each entry has the name of a set of buckets, a key in it, and the tokens taken. Keys are ids and addresses, no
 * secrets.
 */
const Counts = z.array(z.tuple([z.string(), z.string(), z.int().positive()]));

/**
 * Shares rate limits between processes: each sends its counts to the others once a second and charges theirs to its own
 * buckets, so that a steady caller gets about one limit in total, not one per process. While the database is
 * unavailable, each process counts alone.
 */
export class CountExchange {
  readonly #changeNotifier: ChangeNotifier;
  readonly #bucketsByName: Record<string, TokenBuckets>;
  readonly #stopListening: () => void;
  readonly #timer: NodeJS.Timeout;
  #isSending = false;

  constructor(
    changeNotifier: ChangeNotifier,
    bucketsByName: Record<string, TokenBuckets>,
    intervalMs = exchangeIntervalMs,
  ) {
    this.#changeNotifier = changeNotifier;
    this.#bucketsByName = bucketsByName;
    this.#stopListening = changeNotifier.subscribe(channel, (payload) => this.#receive(payload));
    this.#timer = setInterval(() => void this.exchange(), intervalMs).unref();
  }

  /** Whether counts that are sent now reach the other processes. */
  get isReady(): boolean {
    return this.#changeNotifier.isConnected;
  }

  /** Sends the counts since the last call. Does nothing while an earlier call is sending. Never rejects. */
  async exchange(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (const [name, buckets] of Object.entries(this.#bucketsByName)) {
        buckets.sweep();
        // Drop counts that cannot be sent in time: sent later, they would limit a caller for the past.
        const counts = [...buckets.drainCounts()].map(([key, count]) => [name, key, count]);
        if (!this.isReady) continue;
        for (const payload of toPayloads(counts)) await this.#changeNotifier.publish(channel, payload);
      }
    } finally {
      this.#isSending = false;
    }
  }

  close(): void {
    clearInterval(this.#timer);
    this.#stopListening();
  }

  #receive(payload: string): void {
    for (const [name, key, count] of readPayload(Counts, payload) ?? []) {
      if (Object.hasOwn(this.#bucketsByName, name)) this.#bucketsByName[name]?.charge(key, count);
    }
  }
}

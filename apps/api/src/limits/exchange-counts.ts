import type { ChangeNotifier } from '@crewboard/db';
import { z } from 'zod';
import type { TokenBuckets } from './token-buckets.ts';

const channel = 'crewboard_counts';
const exchangeEveryMs = 1_000;
/** PostgreSQL takes less than 8,000 bytes in a notification. */
const maxPayloadBytes = 7_500;

/** The payload of a notification: for some keys of one set of buckets, how much was taken from each. */
const Counts = z.tuple([z.string(), z.array(z.tuple([z.string(), z.int().positive()]))]);

/** Splits counts into texts of at most 7,500 bytes each. Keys are ids and addresses: ASCII, and never a token. */
export function toPayloads(name: string, counts: Map<string, number>): string[] {
  const payloads: string[] = [];
  const empty = JSON.stringify([name, []]).length;
  let entries: [string, number][] = [];
  let bytes = empty;
  const flush = () => {
    if (entries.length > 0) payloads.push(JSON.stringify([name, entries]));
    entries = [];
    bytes = empty;
  };
  for (const entry of counts) {
    const size = Buffer.byteLength(JSON.stringify(entry)) + 1;
    if (bytes + size > maxPayloadBytes) flush();
    entries.push(entry);
    bytes += size;
  }
  flush();
  return payloads;
}

/**
 * Sends the counts of this process to the others once a second, and takes theirs from its buckets, so that a steady
 * caller gets about one limit from all of them together. While the database is unavailable each process counts alone.
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
    everyMs = exchangeEveryMs,
  ) {
    this.#changeNotifier = changeNotifier;
    this.#bucketsByName = bucketsByName;
    this.#stopListening = changeNotifier.subscribe(channel, (payload) => this.#receive(payload));
    this.#timer = setInterval(() => void this.exchange(), everyMs).unref();
  }

  /** Whether what is exchanged now reaches the others. */
  get isReady(): boolean {
    return this.#changeNotifier.isConnected;
  }

  /** Sends the counts since the last call. One at a time; resolves once they are sent or could not be sent. */
  async exchange(): Promise<void> {
    if (this.#isSending) return;
    this.#isSending = true;
    try {
      for (const [name, buckets] of Object.entries(this.#bucketsByName)) {
        buckets.sweep();
        // Drop counts that cannot be sent in time: sent later, they would limit a caller for the past.
        const counts = buckets.drainCounts();
        if (!this.isReady) continue;
        for (const payload of toPayloads(name, counts)) {
          await this.#changeNotifier.publish(channel, payload);
        }
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
    const counts = Counts.safeParse(parse(payload));
    if (!counts.success) return;
    const [name, entries] = counts.data;
    const buckets = Object.hasOwn(this.#bucketsByName, name) ? this.#bucketsByName[name] : undefined;
    for (const [key, count] of entries) buckets?.charge(key, count);
  }
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

import { rateLimited } from '../errors.ts';
import { KeyedLimit, type Release } from './keyed-limit.ts';
import { type Quota, TokenBuckets } from './token-buckets.ts';

export type LimitOptions = {
  /** Requests a minute per credential, with a burst of as many; 0 turns off all limits that are per minute. */
  ratePerMinute: number;
  /** Bounds of the requests in flight per credential. */
  inFlight?: Partial<typeof defaultInFlight>;
  /** A monotonic clock in milliseconds. */
  now?: () => number;
};

/** The Retry-After of a request for which no place became free in time. */
const noPlaceRetryAfterS = 2;

/** Failed authentications a minute per address. */
const failuresPerMinute = 120;
const maxCredentials = 100_000;
const maxAddresses = 100_000;

const defaultInFlight = { maxRunning: 64, maxWaiting: 256, maxWaitMs: 5_000 };

/** Bounds per address of the lookups of credentials that this process does not know yet. */
const newCredentials = { maxRunning: 16, maxWaiting: 1_000 };

/**
 * The limits of each credential and address: requests per minute, and requests at once. Counted in memory; processes
 * tell each other what they counted in `buckets` (`CountExchange`).
 */
export class RequestLimits {
  /** Counts requests by credential; undefined without rate limits. */
  readonly credentials: TokenBuckets | undefined;
  /** Counts failed authentications by address; undefined without rate limits. */
  readonly addresses: TokenBuckets | undefined;
  readonly #inFlight: KeyedLimit;
  readonly #newCredentials: KeyedLimit;

  constructor({ ratePerMinute, inFlight, now }: LimitOptions) {
    const bounds = { ...defaultInFlight, ...inFlight };
    this.#inFlight = new KeyedLimit(bounds);
    this.#newCredentials = new KeyedLimit({ ...newCredentials, maxWaitMs: bounds.maxWaitMs });
    if (ratePerMinute === 0) return;
    this.credentials = new TokenBuckets({ perMinute: ratePerMinute, maxKeys: maxCredentials, now });
    this.addresses = new TokenBuckets({ perMinute: failuresPerMinute, maxKeys: maxAddresses, now });
  }

  /** The buckets whose counts processes exchange, by their name in the messages; undefined without rate limits. */
  get buckets(): Record<string, TokenBuckets> | undefined {
    const { credentials, addresses } = this;
    return credentials && addresses && { credentials, addresses };
  }

  /** Throws RATE_LIMITED when the address has failed too often. */
  assertAddress(address: string): void {
    const quota = this.addresses?.peek(address);
    if (quota && !quota.isAllowed) throw tooManyFailures(quota.retryAfterS);
  }

  /** Counts a failed authentication, or throws RATE_LIMITED when there were too many. */
  takeFailure(address: string): void {
    const quota = this.addresses?.take(address);
    if (quota && !quota.isAllowed) throw tooManyFailures(quota.retryAfterS);
  }

  /** Waits for a place among the requests in flight of the credential. Throws RATE_LIMITED if none is free in time. */
  async enterInFlight(credential: string, response: Closable): Promise<Release> {
    const release =
      this.#inFlight.tryEnter(credential) ?? (await this.#inFlight.enter(credential, closeSignal(response)));
    if (release) return release;
    throw rateLimited(
      'Too many requests of this credential are being handled: send fewer at once.',
      noPlaceRetryAfterS,
    );
  }

  /**
   * Waits for a place among the lookups of unknown credentials of the address. Throws RATE_LIMITED if none is free in
   * time.
   */
  async enterLookup(address: string, response: Closable): Promise<Release> {
    const release = await this.#newCredentials.enter(address, closeSignal(response));
    if (release) return release;
    throw rateLimited(
      'Too many requests from this address wait until a new credential is checked: send fewer at once.',
      noPlaceRetryAfterS,
    );
  }
}

/** The part of a response that tells whether its client has disconnected. */
type Closable = { closed: boolean; once(event: 'close', listener: () => void): unknown };

/**
 * A signal that aborts when the response is closed. Create it only to wait: it costs more than the rest of the limits.
 */
function closeSignal(response: Closable): AbortSignal {
  const controller = new AbortController();
  if (response.closed) controller.abort();
  else response.once('close', () => controller.abort());
  return controller.signal;
}

export function tooManyRequests({ retryAfterS }: Quota) {
  return rateLimited(
    `This credential has sent too many requests: wait ${retryAfterS} s and try again.`,
    retryAfterS,
  );
}

function tooManyFailures(retryAfterS: number) {
  return rateLimited(
    `Too many requests from this address had no valid credential: wait ${retryAfterS} s, and send a valid token.`,
    retryAfterS,
  );
}

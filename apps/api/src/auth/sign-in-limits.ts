import { createHash } from 'node:crypto';
import { readDeviceToken, signDeviceToken } from '@crewboard/app-secret';
import { addressKey } from '@crewboard/client-address';
import { type Database, newId } from '@crewboard/db';
import type { FastifyBaseLogger } from 'fastify';
import { AppError, rateLimited } from '../errors.ts';
import { KeyedLimit } from '../limits/keyed-limit.ts';
import { RankedQueue } from './ranked-queue.ts';
import { SignInCounters } from './sign-in-counters.ts';

/** Wrong passwords within 15 minutes, for all processes together (decisions, section 7). */
const maxFailures = { source: 5, address: 30, account: 50 };

/** Wrong passwords of strangers per process: 10 a second after a burst, a third of one core and 30 new rows a second. */
const strangerRate = { intervalMs: 100, burst: 200 };
const queueBounds = { maxWaiting: 200, maxWaitMs: 5_000 };
const busyRetrySeconds = 5;
const tidyIntervalMs = 60_000;

/** Who tries. `email` in lower case, `address` as the web server tells it. */
export type SignInAttempt = { email: string; address: string; device?: string };

/** Where an admitted attempt comes from: the account at an address, hashed, and the device when it is known. */
export type SignInSource = { addressSource: Buffer; deviceId: string | undefined };

type Parts = { db: Database; log: FastifyBaseLogger; appSecret: string };

const hash = (...parts: string[]) => createHash('sha256').update(parts.join('\0')).digest();

const limited = (seconds: number) =>
  rateLimited(`Too many attempts to sign in. Try again in ${seconds} seconds.`, seconds);

/**
 * Bounds attempts to sign in before a password is checked: wrong ones per account and address or device, per address,
 * and per account; and how many are checked at once. A device that signed in to the account before has a budget of its
 * own, and at an address with a session of the account the limits that others can reach do not hold.
 */
export class SignInLimits {
  readonly #parts: Parts;
  readonly #counters: SignInCounters;
  /** Strangers wait by how often their address has failed: who fails often cannot keep out who comes first. */
  readonly #strangers = new RankedQueue({ ...queueBounds, ...strangerRate });
  readonly #known = new KeyedLimit({ maxRunning: 1, ...queueBounds });
  /** One account has one place in the queue of the known: many sign-ins of one person keep nobody else out. */
  readonly #knownByAccount = new KeyedLimit({ maxRunning: 1, ...queueBounds });
  readonly #waitingByAddress = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #failed = 0;
  #rejected = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#counters = new SignInCounters(parts.db);
    this.#timer = setInterval(() => void this.tidy(), tidyIntervalMs).unref();
  }

  /**
   * Runs `check`, which resolves to undefined when the pair of e-mail and password is wrong. Throws UNAUTHENTICATED for
   * a wrong pair and RATE_LIMITED beyond a limit: whether the account exists makes no difference.
   */
  async admit<T>(
    attempt: SignInAttempt,
    check: (source: SignInSource) => Promise<T | undefined>,
  ): Promise<T> {
    try {
      return await this.#admit(attempt, check);
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') this.#failed += 1;
      if (error instanceof AppError && error.code === 'RATE_LIMITED') this.#rejected += 1;
      throw error;
    }
  }

  /** The token that a browser keeps after a sign-in, of the device that it was before. */
  issueDeviceToken(email: string, deviceId = newId()): Promise<string> {
    return signDeviceToken(this.#parts.appSecret, email, deviceId);
  }

  /** Deletes what has expired, and logs how many attempts failed since the last time: one line, however many. */
  async tidy(): Promise<void> {
    const { log } = this.#parts;
    const [failed, rejected] = [this.#failed, this.#rejected];
    this.#failed = 0;
    this.#rejected = 0;
    if (failed + rejected > 0) log.warn({ failed, rejected }, 'attempts to sign in that failed');
    await this.#counters.tidy().catch((error) => log.warn({ err: error }, 'sign-in counters not tidied'));
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #admit<T>(attempt: SignInAttempt, check: (source: SignInSource) => Promise<T | undefined>) {
    const { email, device } = attempt;
    const deviceId = device ? await readDeviceToken(this.#parts.appSecret, email, device) : undefined;
    const address = addressKey(attempt.address);
    const addressSource = hash('source', email, address);
    const own = { key: deviceId ? hash('device', email, deviceId) : addressSource, max: maxFailures.source };
    const byAddress = { key: hash('address', address), max: maxFailures.address };
    const byAccount = { key: hash('account', email), max: maxFailures.account };
    const shared = deviceId ? [] : [byAddress, byAccount];
    const sharedKeys = shared.map(({ key }) => key);
    const isKnown = deviceId !== undefined || (await this.#counters.isKnownSource(addressSource));

    /** Throws beyond a limit; `counted` is 1 when this attempt has been counted already. */
    const assertAllowed = (counted = 0) => {
      const seconds = this.#counters.secondsOver(isKnown ? [own] : [own, ...shared], counted);
      if (seconds > 0) throw limited(seconds);
    };
    const work = async (charge = () => {}): Promise<T> => {
      // Others of the same source may have gone first.
      assertAllowed();
      await this.#counters.count([own.key, ...sharedKeys]);
      assertAllowed(1);
      const result = await check({ addressSource, deviceId });
      if (result === undefined) {
        charge();
        throw this.#rejection(this.#counters.secondsOver(shared, 1));
      }
      await this.#counters.forgive(own.key, sharedKeys);
      await this.#counters.addKnownSource(addressSource);
      return result;
    };

    assertAllowed();
    if (isKnown) return this.#runKnown(email, work);
    return this.#runStranger(address, this.#counters.failuresOf(byAddress.key), work);
  }

  /** Where a stranger would be told to wait, so is somebody known with a wrong password: or it would tell them apart. */
  #rejection(seconds: number): AppError {
    if (seconds > 0) return limited(seconds);
    return new AppError('UNAUTHENTICATED', 'The e-mail address or the password is wrong.');
  }

  async #runKnown<T>(email: string, work: () => Promise<T>): Promise<T> {
    const releaseAccount = await this.#knownByAccount.enter(email);
    if (!releaseAccount) throw limited(busyRetrySeconds);
    try {
      const release = await this.#known.enter('known');
      if (!release) throw limited(busyRetrySeconds);
      try {
        return await work();
      } finally {
        release();
      }
    } finally {
      releaseAccount();
    }
  }

  async #runStranger<T>(
    address: string,
    failures: number,
    work: (charge: () => void) => Promise<T>,
  ): Promise<T> {
    const waiting = this.#waitingByAddress.get(address) ?? 0;
    this.#waitingByAddress.set(address, waiting + 1);
    try {
      const outcome = await this.#strangers.run(waiting + failures, async (charge) => ({
        result: await work(charge),
      }));
      if (!outcome) throw limited(busyRetrySeconds);
      return outcome.result;
    } finally {
      const left = (this.#waitingByAddress.get(address) ?? 1) - 1;
      if (left > 0) this.#waitingByAddress.set(address, left);
      else this.#waitingByAddress.delete(address);
    }
  }
}

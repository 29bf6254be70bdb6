import { createHash } from 'node:crypto';
import { type AppSecrets, readDeviceToken, signDeviceToken } from '@crewboard/app-secret';
import { addressKey } from '@crewboard/client-address';
import { describeWait, signInBounds } from '@crewboard/contracts';
import { type Database, newId } from '@crewboard/db';
import type { FastifyBaseLogger } from 'fastify';
import { AppError, rateLimited } from '../errors.ts';
import { KeyedLimit } from '../limits/keyed-limit.ts';
import { PasswordCheckQueue } from './password-check-queue.ts';
import { SignInCounters } from './sign-in-counters.ts';

/** The maximum of wrong passwords within `signInBounds.periodMinutes`, counted over all processes. */
const maxFailures = { source: signInBounds.maxWrongPasswords, address: 30, account: 50 };

/** The maximum of correct passwords of one account within the same time, because each opens a session. */
const maxSignIns = 60;

/**
 * The rate of wrong passwords of unknown clients in a process: 10 a second after a burst. They cost a third of one core
 * and 30 new rows a second.
 */
const unknownRate = { intervalMs: 100, burst: 200 };
const maxWaiting = 200;
const defaultMaxWaitMs = 5_000;
const busyRetrySeconds = 5;

/**
 * Attempts are counted by `account`: the e-mail address in lower case, or another text if a signed-in person confirms a
 * password. `address` is the address of the client as the web server passes it on. `device` is its device token.
 */
export type SignInAttempt = { account: string; address: string; device?: string };

/** The source of an admitted attempt: a hash of account and address, and the id of the device if it is known. */
export type SignInSource = { addressSource: Buffer<ArrayBuffer>; deviceId: string | undefined };

/**
 * The steps of an admitted attempt. `proceed` runs after a correct password, such as to start a session. Both resolve
 * to undefined if the e-mail address or the password is wrong.
 */
type SignInSteps<User, Result> = {
  checkPassword(): Promise<User | undefined>;
  proceed(user: User, source: SignInSource): Promise<Result | undefined>;
};

type Parts = {
  db: Database;
  log: FastifyBaseLogger;
  appSecrets: AppSecrets;
  /** The maximum wait of an attempt in the queue, and before that for the lookup of its source. */
  maxWaitMs?: number;
};

const hash = (...parts: string[]) => createHash('sha256').update(parts.join('\0')).digest();

const limited = (seconds: number) =>
  rateLimited(`Too many sign-in attempts. Try again in ${describeWait(seconds)}.`, seconds);

/** Throws RATE_LIMITED if the limit has no place for `work` in time. */
async function runWithin<T>(limit: KeyedLimit, key: string, work: () => Promise<T>): Promise<T> {
  const release = await limit.enter(key);
  if (!release) throw limited(busyRetrySeconds);
  try {
    return await work();
  } finally {
    release();
  }
}

/**
 * Limits the attempts to sign in, before the password is checked. Counts failures by source (account with address or
 * device), by address and by account, and successes by account. A known client, whose device or address has signed in
 * to the account before, has only the limit of its source: attacks on the account do not lock it out.
 */
export class SignInLimits {
  readonly #parts: Parts;
  readonly #counters: SignInCounters;
  /**
   * Ranks unknown clients by the failures of their address, so that an address that fails often does not block others.
   */
  readonly #unknown: PasswordCheckQueue;
  readonly #known: KeyedLimit;
  /** Gives each account one place in the queue of known clients, so that one person does not block others. */
  readonly #knownByAccount: KeyedLimit;
  readonly #waitingByAddress = new Map<string, number>();
  /** The numbers of wrong passwords and secrets, and of attempts beyond a limit, since the start of the process. */
  readonly totals = { failed: 0, rejected: 0 };
  /** The totals when they were last logged. */
  #loggedTotals = { ...this.totals };

  constructor(parts: Parts) {
    this.#parts = parts;
    const { db, maxWaitMs = defaultMaxWaitMs } = parts;
    this.#counters = new SignInCounters(db, maxWaitMs);
    const queueBounds = { maxWaiting, maxWaitMs };
    this.#unknown = new PasswordCheckQueue({ ...queueBounds, ...unknownRate });
    this.#known = new KeyedLimit({ maxRunning: 1, ...queueBounds });
    this.#knownByAccount = new KeyedLimit({ maxRunning: 1, ...queueBounds });
  }

  /**
   * Runs an attempt within the limits, and resolves to the result of `proceed`. Throws UNAUTHENTICATED for a wrong
   * e-mail address or password, and RATE_LIMITED: the same errors for existing and unknown accounts.
   */
  async admit<User, Result>(attempt: SignInAttempt, steps: SignInSteps<User, Result>): Promise<Result> {
    try {
      return await this.#admit(attempt, steps);
    } catch (error) {
      if (error instanceof AppError && error.code === 'UNAUTHENTICATED') this.totals.failed += 1;
      if (error instanceof AppError && error.code === 'RATE_LIMITED') this.totals.rejected += 1;
      throw error;
    }
  }

  /**
   * Limits how often a client can guess a secret, such as that of an invitation. `lookUp` resolves to undefined for an
   * unknown secret. Wrong secrets count for the client, as wrong passwords count for an address. Throws the error of
   * `wrong`, and RATE_LIMITED beyond the limit.
   */
  async limitGuesses<Found>(
    client: readonly [kind: 'invitations of address' | 'invitations of account', id: string],
    wrong: () => AppError,
    lookUp: () => Promise<Found | undefined>,
  ): Promise<Found> {
    const [kind, id] = client;
    const limit = {
      key: hash(kind, kind === 'invitations of address' ? addressKey(id) : id),
      max: maxFailures.address,
    };
    const assertWithin = (slack: number) => {
      const seconds = this.#counters.secondsOver([limit], slack);
      if (seconds > 0)
        throw rateLimited(`Too many wrong links. Try again in ${describeWait(seconds)}.`, seconds);
    };
    assertWithin(0);
    // Count before the look-up, so that no burst gets past the limit.
    await this.#counters.add([limit.key]);
    assertWithin(1);
    const found = await lookUp().catch(async (error) => {
      // The secret is right, but its invitation has ended: do not count it as a guess.
      if (error instanceof AppError && error.code === 'NOT_FOUND')
        await this.#counters.forgive(null, [limit.key]);
      throw error;
    });
    if (found === undefined) {
      this.totals.failed += 1;
      throw wrong();
    }
    await this.#counters.forgive(null, [limit.key]);
    return found;
  }

  /** A device token, which a browser keeps after a sign-in and by which it is known at the next one. */
  issueDeviceToken(account: string, deviceId = newId()): Promise<string> {
    return signDeviceToken(this.#parts.appSecrets[0], account, deviceId);
  }

  /** Deletes expired counts, and logs in one line how many attempts failed since the last call. */
  async tidy(): Promise<void> {
    const { log } = this.#parts;
    const failed = this.totals.failed - this.#loggedTotals.failed;
    const rejected = this.totals.rejected - this.#loggedTotals.rejected;
    this.#loggedTotals = { ...this.totals };
    if (failed + rejected > 0) log.warn({ failed, rejected }, 'failed sign-in attempts');
    await this.#counters
      .tidy()
      .catch((error) => log.warn({ err: error }, 'could not clean up the sign-in counters'));
  }

  async #admit<User, Result>(attempt: SignInAttempt, steps: SignInSteps<User, Result>): Promise<Result> {
    const { account, device } = attempt;
    const deviceId = device ? await readDeviceToken(this.#parts.appSecrets, account, device) : undefined;
    const address = addressKey(attempt.address);
    const addressSource = hash('source', account, address);
    const bySource = {
      key: deviceId ? hash('device', account, deviceId) : addressSource,
      max: maxFailures.source,
    };
    const byAddress = { key: hash('address', address), max: maxFailures.address };
    const byAccount = { key: hash('account', account), max: maxFailures.account };
    const signIns = { key: hash('sign-ins', account), max: maxSignIns };
    // Clients share these limits, except clients with a device of their own.
    const sharedLimits = deviceId ? [] : [byAddress, byAccount];
    const sharedKeys = sharedLimits.map(({ key }) => key);

    const assertWithin = (limits: Parameters<SignInCounters['secondsOver']>[0], slack = 0) => {
      const seconds = this.#counters.secondsOver(limits, slack);
      if (seconds > 0) throw limited(seconds);
    };
    // Check before looking up the source, which takes a query.
    assertWithin([bySource, signIns]);
    const isKnown = deviceId !== undefined || (await this.#counters.isKnownSource(addressSource));
    const failureLimits = isKnown ? [bySource] : [bySource, ...sharedLimits];

    const attemptSignIn = async (charge = () => {}): Promise<Result> => {
      // Check again: other attempts of the same source or account may have run during the wait.
      assertWithin([...failureLimits, signIns]);
      // Count before the password is checked, so that no burst gets past a limit.
      await this.#counters.add([bySource.key, ...sharedKeys]);
      assertWithin(failureLimits, 1);
      const user = await steps.checkPassword();
      if (user === undefined) {
        charge();
        throw this.#rejection(this.#counters.secondsOver(sharedLimits, 1));
      }
      await this.#counters.forgive(bySource.key, sharedKeys);
      await this.#counters.add([signIns.key]);
      assertWithin([signIns], 1);
      const result = await steps.proceed(user, { addressSource, deviceId });
      if (result === undefined) throw this.#rejection(0);
      return result;
    };

    assertWithin(failureLimits);
    if (isKnown) return this.#runKnown(account, attemptSignIn);
    return this.#runUnknown(address, this.#counters.countOf(byAddress.key), attemptSignIn);
  }

  /**
   * A known client with a wrong password gets a 429 when an unknown client would: otherwise the response tells them
   * apart.
   */
  #rejection(seconds: number): AppError {
    if (seconds > 0) return limited(seconds);
    return new AppError('UNAUTHENTICATED', 'The e-mail address or the password is wrong.');
  }

  #runKnown<T>(account: string, work: () => Promise<T>): Promise<T> {
    return runWithin(this.#knownByAccount, account, () => runWithin(this.#known, 'known', work));
  }

  async #runUnknown<T>(
    address: string,
    failures: number,
    work: (charge: () => void) => Promise<T>,
  ): Promise<T> {
    const waiting = this.#waitingByAddress.get(address) ?? 0;
    this.#waitingByAddress.set(address, waiting + 1);
    try {
      const outcome = await this.#unknown.run(waiting + failures, work);
      if (!outcome.hasRun) throw limited(busyRetrySeconds);
      return outcome.result;
    } finally {
      const stillWaiting = (this.#waitingByAddress.get(address) ?? 1) - 1;
      if (stillWaiting > 0) this.#waitingByAddress.set(address, stillWaiting);
      else this.#waitingByAddress.delete(address);
    }
  }
}

import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '../errors.ts';

/** argon2id as OWASP advises: 19 MiB, 2 rounds, 1 lane; about 30 ms. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** More at once would take memory and finish no earlier. */
const limit = pLimit(2);
const maxWaiting = 50;

/** Throws UNAVAILABLE when too many wait, so that the queue stays bounded. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (limit.pendingCount >= maxWaiting) {
    throw new AppError('UNAVAILABLE', 'Too many passwords are being set right now. Try again in a moment.');
  }
  return limit(work);
}

export const hashPassword = async (password: string): Promise<string> =>
  inTurn(() => hash(password, options));

let decoy: Promise<string> | undefined;

/**
 * Whether the password is correct. Without a hash (no such account) it takes as long and returns false. The caller
 * limits how many are checked at once.
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  decoy ??= hash('no account has this password', options);
  const against = passwordHash ?? (await decoy);
  const matches = await verify(against, password);
  return matches && passwordHash !== undefined;
}

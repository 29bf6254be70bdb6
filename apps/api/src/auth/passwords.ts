import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '../errors.ts';

/** Parameters of the OWASP Password Storage Cheat Sheet: argon2id, 19 MiB, 2 iterations, parallelism 1; about 30 ms. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a new password. Throws UNAVAILABLE when the queue is full. */
export const hashPassword = async (password: string): Promise<string> =>
  runInQueue(() => hash(password, options));

/** Two hashes at once: more would use more memory and finish no earlier. */
const hashQueue = pLimit(2);
const maxQueuedHashes = 50;

/** Throws UNAVAILABLE when 50 hashes are queued. */
function runInQueue<T>(work: () => Promise<T>): Promise<T> {
  if (hashQueue.pendingCount >= maxQueuedHashes) {
    throw new AppError('UNAVAILABLE', 'Too many passwords are being set right now. Try again in a moment.');
  }
  return hashQueue(work);
}

let decoyHash: Promise<string> | undefined;

/**
 * Whether the password matches the hash. Without a hash (unknown account) it verifies a decoy, which takes the same
 * time, and returns false. Not queued: callers run it under `SignInLimits`.
 */
export async function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  decoyHash ??= hash('no account has this password', options);
  const expectedHash = passwordHash ?? (await decoyHash);
  const matches = await verify(expectedHash, password);
  return matches && passwordHash !== undefined;
}

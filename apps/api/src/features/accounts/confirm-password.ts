import { UNKNOWN_ADDRESS } from '@crewboard/client-address';
import { describeWait } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryOne, sql } from '@crewboard/db';
import type { PersonActor } from '../../auth/actor.ts';
import { verifyPassword } from '../../auth/passwords.ts';
import type { SignInLimits } from '../../auth/sign-in-limits.ts';
import { AppError, invalid, rateLimited } from '../../errors.ts';
import { isNotErased } from './erased-account.ts';

type Context = { db: Queryable; actor: PersonActor; signInLimits: SignInLimits };

/** The password as the person typed it, and the name of its field in the input. */
type Typed = { password: string; field: string };

const selectPasswordHash = defineStatement<{ userId: string }, { passwordHash: string }>(
  ({ userId }) =>
    sql`select password_hash as "passwordHash" from users where id = ${userId} and ${isNotErased}`,
);

/**
 * Checks the password of a signed-in caller, then calls `proceed` with the hash that matched. `proceed` resolves to
 * undefined if the account has another hash by then. Has the limits of a sign-in on a known device, which all sessions
 * of the person share. Throws VALIDATION_ERROR for a wrong password, and RATE_LIMITED.
 */
export async function confirmPassword<Result>(
  { db, actor, signInLimits }: Context,
  { password, field }: Typed,
  proceed: (passwordHash: string) => Promise<Result | undefined>,
): Promise<Result> {
  // Count apart from sign-ins, whose keys are e-mail addresses in lower case: otherwise attempts here would use up the
  // attempts to sign in.
  const account = `Password of ${actor.id}`;
  const device = await signInLimits.issueDeviceToken(account, actor.id);
  const attempt = { account, address: UNKNOWN_ADDRESS, device };
  try {
    return await signInLimits.admit(attempt, {
      async checkPassword() {
        const user = await queryOne(db, selectPasswordHash, { userId: actor.id });
        const passwordHash = user?.passwordHash;
        return (await verifyPassword(password, passwordHash)) ? passwordHash : undefined;
      },
      proceed,
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'UNAUTHENTICATED')
      throw invalid([{ path: field, message: 'is not the current password' }]);
    if (error.code === 'RATE_LIMITED') throw tooManyAttempts(error.retryAfterS ?? 1);
    throw error;
  }
}

const tooManyAttempts = (seconds: number) =>
  rateLimited(`Too many attempts with a password. Try again in ${describeWait(seconds)}.`, seconds);

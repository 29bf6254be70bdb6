import { UNKNOWN_ADDRESS } from '@crewboard/client-address';
import type { ChangePassword, RevokedSessions } from '@crewboard/contracts';
import { defineStatement, queryOne, sql } from '@crewboard/db';
import type { z } from 'zod';
import type { PersonActor } from '../../auth/actor.ts';
import { hashPassword, verifyPassword } from '../../auth/passwords.ts';
import { AppError, invalid, rateLimited } from '../../errors.ts';
import type { VerbContext } from '../verb-context.ts';
import { changeAccount, writeAccount, writeAccountEvent } from './change-account.ts';

type Call = { ctx: VerbContext<PersonActor>; input: z.output<typeof ChangePassword> };

const selectPasswordHash = defineStatement<{ userId: string }, { passwordHash: string }>(
  ({ userId }) => sql`select password_hash as "passwordHash" from users where id = ${userId}`,
);

const wrongPassword = () => invalid([{ path: 'currentPassword', message: 'is not the current password' }]);

const tooManyAttempts = (seconds: number) =>
  rateLimited(`Too many attempts to change the password. Try again in ${seconds} seconds.`, seconds);

/**
 * Changes the password of the caller and ends their other sessions. The current password is checked under the limits of
 * a sign-in on a known device, which all sessions of the person share. Throws VALIDATION_ERROR for a wrong one, and
 * RATE_LIMITED.
 */
export async function changePassword({ ctx, input }: Call): Promise<RevokedSessions> {
  const { db } = ctx;
  // Count apart from sign-ins, whose keys are e-mail addresses in lower case: otherwise a person who knows the
  // password could use up the attempts to sign in.
  const email = `Password of ${ctx.actor.id}`;
  const device = await ctx.signInLimits.issueDeviceToken(email, ctx.actor.id);
  const attempt = { email, address: UNKNOWN_ADDRESS, device };
  try {
    return await ctx.signInLimits.admit(attempt, {
      async checkPassword() {
        const user = await queryOne(db, selectPasswordHash, { userId: ctx.actor.id });
        const passwordHash = user?.passwordHash;
        return (await verifyPassword(input.currentPassword, passwordHash)) ? passwordHash : undefined;
      },
      startSession: async (formerHash) =>
        setPassword(ctx, { formerHash, passwordHash: await hashPassword(input.newPassword) }),
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'UNAUTHENTICATED') throw wrongPassword();
    if (error.code === 'RATE_LIMITED') throw tooManyAttempts(error.retryAfterS ?? 1);
    throw error;
  }
}

/** Undefined if the password was changed after it was checked. The session of the call remains. */
function setPassword(
  ctx: Call['ctx'],
  { formerHash, passwordHash }: { formerHash: string; passwordHash: string },
): Promise<RevokedSessions | undefined> {
  const { id, sessionId } = ctx.actor;
  return changeAccount(ctx.db, { id }, async (transaction, account) => {
    const { client, now } = transaction;
    if (account.passwordHash !== formerHash) return undefined;
    await writeAccount(transaction, account, { passwordHash });
    const ended = await client.session.updateMany({
      where: { userId: id, id: { not: sessionId }, revokedAt: null, expiresAt: { gt: now } },
      data: { revokedAt: now },
    });
    await writeAccountEvent(ctx, transaction, { id, type: 'member.password_changed' });
    return ended;
  });
}

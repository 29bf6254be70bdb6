import { UNKNOWN_ADDRESS } from '@crewboard/client-address';
import type { ChangePassword, RevokedSessions } from '@crewboard/contracts';
import type { z } from 'zod';
import type { PersonActor } from '../../auth/actor.ts';
import { hashPassword, isPassword } from '../../auth/passwords.ts';
import { AppError, invalid, rateLimited } from '../../errors.ts';
import { lockMembersOf, locksTaken } from '../events/lock-subject.ts';
import { accountWriter } from '../events/record-event.ts';
import type { VerbContext } from '../verb-context.ts';
import { recordInTeams } from './account-events.ts';

type Call = { ctx: VerbContext<PersonActor>; input: z.output<typeof ChangePassword> };

const selectPasswordHash = `select password_hash as "passwordHash" from users where id = $1`;

/** Not where the password was changed since it was checked. $5 the former hash, $6 the new one, $7 the session that stays. */
const statement = `
  with ${lockMembersOf('$3')},
  account as (
    update users set password_hash = $6, updated_at = now()
    where id = $3 and password_hash = $5 and ${locksTaken} returning id, name
  ),
  ended as (
    update sessions set revoked_at = now() from account
    where user_id = account.id and sessions.id <> $7 and revoked_at is null and expires_at > now()
    returning sessions.id
  ),
  ${recordInTeams('member.password_changed')}
  select (select count(*)::int from ended) as count from account`;

const wrongPassword = () => invalid([{ path: 'currentPassword', message: 'is not the current password' }]);

const tooManyAttempts = (seconds: number) =>
  rateLimited(`Too many attempts to change the password. Try again in ${seconds} seconds.`, seconds);

/**
 * Changes the password of the caller and ends their other sessions. The current password is checked under the limits of
 * a sign-in on a known device, which all sessions of the person share. Throws VALIDATION_ERROR for a wrong one, and
 * RATE_LIMITED.
 */
export async function changePassword({ ctx, input }: Call): Promise<RevokedSessions> {
  const { pool } = ctx.db;
  // Counted apart from sign-ins, which are in lower case: somebody who knows the password could use those up.
  const email = `Password of ${ctx.actor.id}`;
  const device = await ctx.signInLimits.issueDeviceToken(email, ctx.actor.id);
  const attempt = { email, address: UNKNOWN_ADDRESS, device };
  try {
    return await ctx.signInLimits.admit(attempt, {
      async checkPassword() {
        const { rows } = await pool.query<{ passwordHash: string }>(selectPasswordHash, [ctx.actor.id]);
        const passwordHash = rows[0]?.passwordHash;
        return (await isPassword(input.currentPassword, passwordHash)) ? passwordHash : undefined;
      },
      async openSession(passwordHash) {
        const hash = await hashPassword(input.newPassword);
        const values = [...accountWriter(ctx), passwordHash, hash, ctx.actor.sessionId];
        const { rows } = await pool.query<RevokedSessions>(statement, values);
        return rows[0];
      },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'UNAUTHENTICATED') throw wrongPassword();
    if (error.code === 'RATE_LIMITED') throw tooManyAttempts(error.retryAfterS ?? 1);
    throw error;
  }
}

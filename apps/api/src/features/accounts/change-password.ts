import type { ChangePassword, RevokedSessions } from '@crewboard/contracts';
import type { z } from 'zod';
import type { PersonActor } from '../../auth/actor.ts';
import { hashPassword, isPassword } from '../../auth/passwords.ts';
import { AppError, invalid } from '../../errors.ts';
import type { VerbContext } from '../../trpc/context.ts';
import { lockMembersOf, locksTaken } from '../events/lock-subject.ts';
import { accountWriter } from '../events/record-event.ts';
import { recordInTeams } from './account-events.ts';

type Call = { ctx: VerbContext<PersonActor>; input: z.output<typeof ChangePassword> };

type User = { email: string; passwordHash: string };

const selectUser = `select email, password_hash as "passwordHash" from users where id = $1`;

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

/**
 * Changes the password of the caller and ends their other sessions. The current password is checked under the limits of
 * a sign-in on a known device, which all sessions of the person share. Throws VALIDATION_ERROR for a wrong one.
 */
export async function changePassword({ ctx, input }: Call): Promise<RevokedSessions> {
  const { pool } = ctx.db;
  const { rows } = await pool.query<User>(selectUser, [ctx.actor.id]);
  const user = rows[0];
  if (!user) throw wrongPassword();
  const { email, passwordHash } = user;
  const device = await ctx.signInLimits.issueDeviceToken(email, ctx.actor.id);
  try {
    return await ctx.signInLimits.admit({ email, address: '', device }, async () => {
      if (!(await isPassword(input.currentPassword, passwordHash))) return undefined;
      const hash = await hashPassword(input.newPassword);
      const values = [...accountWriter(ctx), passwordHash, hash, ctx.actor.sessionId];
      const changed = await pool.query<RevokedSessions>(statement, values);
      return changed.rows[0];
    });
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAUTHENTICATED') throw wrongPassword();
    throw error;
  }
}

import type { ChangePassword, RevokedSessions } from '@crewboard/contracts';
import type { PersonActor } from '../../auth/actor.ts';
import { hashPassword } from '../../auth/passwords.ts';
import type { Call, VerbContext } from '../verb-context.ts';
import { changeAccount, writeAccount, writeAccountEvent } from './change-account.ts';
import { confirmPassword } from './confirm-password.ts';
import { endSessions } from './revoke-sessions.ts';

/**
 * Changes the password of the caller and ends their other sessions. Throws VALIDATION_ERROR and RATE_LIMITED: see
 * `confirmPassword`.
 */
export function changePassword({
  ctx,
  input,
}: Call<typeof ChangePassword, PersonActor>): Promise<RevokedSessions> {
  const typed = { password: input.currentPassword, field: 'currentPassword' };
  return confirmPassword(ctx, typed, async (formerHash) =>
    setPassword(ctx, { formerHash, passwordHash: await hashPassword(input.newPassword) }),
  );
}

/**
 * Undefined if the account no longer has the password that was checked, because it was changed or the account was
 * erased. Keeps the session of the caller.
 */
function setPassword(
  ctx: VerbContext<PersonActor>,
  { formerHash, passwordHash }: { formerHash: string; passwordHash: string },
): Promise<RevokedSessions | undefined> {
  const { id, sessionId } = ctx.actor;
  return changeAccount(ctx.db, { id }, async (transaction, account) => {
    if (account.passwordHash !== formerHash) return undefined;
    await writeAccount(transaction, account, { passwordHash });
    const ended = await endSessions(transaction, { userId: id, id: { not: sessionId } });
    await writeAccountEvent(ctx, transaction, { id, type: 'member.password_changed' });
    return ended;
  });
}

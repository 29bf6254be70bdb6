import { hashPassword } from '../../auth/passwords.ts';
import type { Administered } from '../administration/change-record.ts';
import { changeAccount, writeAccount, writeAccountEvent } from './change-account.ts';
import { noSuchAccount } from './erased-account.ts';
import { endSessions } from './revoke-sessions.ts';

type Call = { ctx: { db: Administered }; input: { email: string; password: string } };

const system = { actor: { kind: 'system', id: null }, requestId: null } as const;

/**
 * Sets a new password of an account and ends all its sessions, for the command line. Throws if there is no such
 * account.
 */
export async function resetPassword({ ctx, input }: Call): Promise<void> {
  const { email } = input;
  const passwordHash = await hashPassword(input.password);
  const isReset = await changeAccount(ctx.db, { email }, async (transaction, account) => {
    await writeAccount(transaction, account, { passwordHash });
    await endSessions(transaction, { userId: account.id });
    await writeAccountEvent(system, transaction, { id: account.id, type: 'member.password_reset' });
    return true;
  });
  if (!isReset) throw noSuchAccount({ email });
}

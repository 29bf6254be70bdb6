import { hashPassword } from '../../auth/passwords.ts';
import type { Administered } from '../administration/change-record.ts';
import { changeAccount, writeAccount, writeAccountEvent } from './change-account.ts';
import { noSuchAccount } from './erased-account.ts';

type Call = { ctx: { db: Administered }; input: { email: string; password: string } };

const system = { actor: { kind: 'system', id: null }, requestId: null } as const;

/** Sets another password of an account and ends all its sessions. Throws when there is no such account. */
export async function resetPassword({ ctx, input }: Call): Promise<void> {
  const { email } = input;
  const passwordHash = await hashPassword(input.password);
  const id = await changeAccount(ctx.db, { email }, async (transaction, account) => {
    const { client, now } = transaction;
    await writeAccount(transaction, account, { passwordHash });
    await client.session.updateMany({
      where: { userId: account.id, revokedAt: null },
      data: { revokedAt: now },
    });
    await writeAccountEvent(system, transaction, { id: account.id, type: 'member.password_reset' });
    return account.id;
  });
  if (!id) throw noSuchAccount({ email });
}

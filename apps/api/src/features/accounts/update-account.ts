import type { Account, UpdateAccount } from '@crewboard/contracts';
import type { PersonActor } from '../../auth/actor.ts';
import type { Call } from '../verb-context.ts';
import { changeAccount, writeAccount, writeAccountEvent } from './change-account.ts';
import { getAccount } from './get-account.ts';

/**
 * Renames the account of the caller, and writes an event in each of its teams. The same name changes nothing. Throws
 * UNAVAILABLE: see `changeAccount`.
 */
export async function updateAccount({
  ctx,
  input,
}: Call<typeof UpdateAccount, PersonActor>): Promise<Account> {
  const { name } = input;
  const { id } = ctx.actor;
  await changeAccount(ctx.db, { id }, async (transaction, account) => {
    if (account.name === name) return;
    await writeAccount(transaction, account, { name });
    const changes = { name: { before: account.name } };
    await writeAccountEvent(ctx, transaction, { id, type: 'member.updated', changes });
  });
  return getAccount({ ctx });
}

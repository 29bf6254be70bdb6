import type { Administered } from '../administration/change-record.ts';
import { takeLock } from '../administration/locks.ts';
import { untilUnchanged, writeAccount } from './change-account.ts';
import { noSuchAccount } from './erased-account.ts';

type Call = { ctx: { db: Administered }; input: { email: string; isOperator: boolean } };

/**
 * Makes an account an operator or removes it from the operators; changes nothing if it already is one, or is none.
 * Throws when there is no such account, and for the last operator.
 */
export async function setOperator({ ctx, input }: Call): Promise<void> {
  const { email, isOperator } = input;
  const change = () =>
    ctx.db.administer(async (transaction) => {
      const { client } = transaction;
      // Each of several removals at once sees what the one before has left.
      await takeLock(transaction, 'operators', '');
      const account = await client.user.findUnique({ where: { email } });
      if (!account) throw noSuchAccount({ email });
      if (account.isOperator === isOperator) return;
      const others = { isOperator: true, id: { not: account.id } };
      if (!isOperator && !(await client.user.findFirst({ where: others, select: { id: true } })))
        throw new Error(`${email} is the last operator. Add another one first: operator add EMAIL`);
      await writeAccount(transaction, account, { isOperator });
    });
  await untilUnchanged(change);
}

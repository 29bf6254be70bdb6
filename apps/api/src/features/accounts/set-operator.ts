import type { Administered } from '../administration/change-record.ts';
import { takeLock } from '../administration/locks.ts';
import { retryOnAccountChange, writeAccount } from './change-account.ts';
import { noSuchAccount } from './erased-account.ts';

type Call = { ctx: { db: Administered }; input: { email: string; isOperator: boolean } };

/**
 * Adds an account to the operators or removes it, for the command line. Changes nothing if it is as requested. Throws
 * if there is no such account, and for the last operator.
 */
export async function setOperator({ ctx, input }: Call): Promise<void> {
  const { email, isOperator } = input;
  await retryOnAccountChange(() =>
    ctx.db.administer(async (transaction) => {
      const { client } = transaction;
      // One at a time, so that each removal counts the operators that the earlier ones left.
      await takeLock(transaction, 'operators', '');
      const account = await client.user.findUnique({ where: { email } });
      if (!account) throw noSuchAccount({ email });
      if (account.isOperator === isOperator) return;
      const others = { isOperator: true, id: { not: account.id } };
      if (!isOperator && !(await client.user.findFirst({ where: others, select: { id: true } })))
        throw new Error(`${email} is the last operator. Add another one first: operator add EMAIL`);
      await writeAccount(transaction, account, { isOperator });
    }),
  );
}

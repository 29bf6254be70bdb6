import type { Administered } from '../administration/change-record.ts';
import { hasOtherOperator, lockOperators, retryOnAccountChange, writeAccount } from './change-account.ts';
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
      await lockOperators(transaction);
      const account = await transaction.client.user.findUnique({ where: { email } });
      if (!account) throw noSuchAccount({ email });
      if (account.isOperator === isOperator) return;
      if (!isOperator && !(await hasOtherOperator(transaction, account)))
        throw new Error(`${email} is the last operator. Add another one first: operator add EMAIL`);
      await writeAccount(transaction, account, { isOperator });
    }),
  );
}

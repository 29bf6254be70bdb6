import { raw } from '@crewboard/db';

/** The name of an erased account, wherever a name was. */
export const erasedName = 'Deleted account';

/** Unique as all addresses, and none. */
export const erasedEmail = (userId: string): string => `erased ${userId}`;

/** No password has this hash. */
export const erasedPasswordHash = '';

/** For operators, of whom no account is a secret. */
export const noSuchAccount = (account: { email: string } | { id: string }) =>
  new Error(
    `there is no account with the ${'email' in account ? `address ${account.email}` : `id ${account.id}`}. List them with: user list`,
  );

/** SQL: whether the account of a row of `users` was not erased. */
export const isNotErased = raw('not exists (select from account_erasures where user_id = users.id)');

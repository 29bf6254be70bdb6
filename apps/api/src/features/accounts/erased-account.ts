import { raw } from '@crewboard/db';

// The values that replace those of an erased account.

/** Replaces the name in the account and in all other rows. */
export const erasedName = 'Deleted account';

/** Unique, as the column requires, and no valid address. */
export const erasedEmail = (userId: string): string => `erased ${userId}`;

/** Matches no password. */
export const erasedPasswordHash = '';

/** The error of the command line. It may reveal that an account does not exist: only operators see it. */
export const noSuchAccount = (account: { email: string } | { id: string }) =>
  new Error(
    `there is no account with the ${'email' in account ? `address ${account.email}` : `id ${account.id}`}. List them with: user list`,
  );

/** SQL: whether a row of `users` is an account that was not erased. */
export const isNotErased = raw('not exists (select from account_erasures where user_id = users.id)');

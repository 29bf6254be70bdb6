import { raw } from '@crewboard/db';

/** The name of an erased account, wherever a name was. */
export const erasedName = 'Deleted account';

/** Unique as all addresses, and none. */
export const erasedEmail = (userId: string): string => `erased ${userId}`;

/** No password has this hash. */
export const erasedPasswordHash = '';

/** SQL: whether the account of a row of `users` was not erased. */
export const isNotErased = raw('not exists (select from account_erasures where user_id = users.id)');

import { z } from 'zod';
import {
  Account,
  AccountSession,
  ChangePassword,
  EraseAccount,
  RevokedSessions,
  RevokeSession,
  SignedIn,
  SignIn,
  UpdateAccount,
} from '../resources/account.ts';
import { defineOperations, mutation, query } from './define-operations.ts';

export const accounts = defineOperations('accounts', {
  signIn: mutation('signIn', { access: 'signedOut', input: SignIn, output: SignedIn }),
  signOut: mutation('signOut', { access: 'signedIn', output: z.void() }),
  me: query('getAccount', { access: 'signedIn', output: Account }),
  update: mutation('updateAccount', {
    access: 'signedIn',
    input: UpdateAccount,
    output: Account,
  }),
  changePassword: mutation('changePassword', {
    access: 'signedIn',
    input: ChangePassword,
    output: RevokedSessions,
  }),
  erase: mutation('eraseAccount', {
    access: 'signedIn',
    input: EraseAccount,
    output: z.void(),
    errors: ['LAST_OWNER', 'FORBIDDEN'],
  }),
  sessions: query('listSessions', {
    access: 'signedIn',
    output: z.array(AccountSession),
  }),
  revokeSession: mutation('revokeSession', {
    access: 'signedIn',
    input: RevokeSession,
    output: RevokedSessions,
    errors: ['NOT_FOUND'],
  }),
  revokeOtherSessions: mutation('revokeOtherSessions', {
    access: 'signedIn',
    output: RevokedSessions,
  }),
});

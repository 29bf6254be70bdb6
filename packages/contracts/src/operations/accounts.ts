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
} from '../account.ts';
import { defineOperations } from './define-operations.ts';

export const accounts = defineOperations('accounts', {
  signIn: { operationId: 'signIn', type: 'mutation', access: 'web', input: SignIn, output: SignedIn },
  signOut: { operationId: 'signOut', type: 'mutation', access: 'signedIn', output: z.void() },
  me: { operationId: 'getAccount', type: 'query', access: 'signedIn', output: Account },
  update: {
    operationId: 'updateAccount',
    type: 'mutation',
    access: 'signedIn',
    input: UpdateAccount,
    output: Account,
  },
  changePassword: {
    operationId: 'changePassword',
    type: 'mutation',
    access: 'signedIn',
    input: ChangePassword,
    output: RevokedSessions,
  },
  erase: {
    operationId: 'eraseAccount',
    type: 'mutation',
    access: 'signedIn',
    input: EraseAccount,
    output: z.void(),
    errors: ['LAST_OWNER', 'FORBIDDEN'],
  },
  sessions: {
    operationId: 'listSessions',
    type: 'query',
    access: 'signedIn',
    output: z.array(AccountSession),
  },
  revokeSession: {
    operationId: 'revokeSession',
    type: 'mutation',
    access: 'signedIn',
    input: RevokeSession,
    output: RevokedSessions,
  },
  revokeOtherSessions: {
    operationId: 'revokeOtherSessions',
    type: 'mutation',
    access: 'signedIn',
    output: RevokedSessions,
  },
});

import {
  Account,
  AccountSession,
  ChangePassword,
  RevokedSessions,
  RevokeSession,
  SignedIn,
  SignIn,
  UpdateAccount,
} from '@crewboard/contracts';
import { z } from 'zod';
import { router } from '../../trpc/init.ts';
import { userProcedure, webProcedure } from '../../trpc/procedures.ts';
import { changePassword } from './change-password.ts';
import { getAccount } from './get-account.ts';
import { listSessions } from './list-sessions.ts';
import { revokeOtherSessions, revokeSession } from './revoke-sessions.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { updateAccount } from './update-account.ts';

export const accountsRouter = router({
  signIn: webProcedure.input(SignIn).output(SignedIn).mutation(signIn),
  signOut: userProcedure.mutation(signOut),
  me: userProcedure.output(Account).query(getAccount),
  update: userProcedure.input(UpdateAccount).output(Account).mutation(updateAccount),
  changePassword: userProcedure.input(ChangePassword).output(RevokedSessions).mutation(changePassword),
  sessions: userProcedure.output(z.array(AccountSession)).query(listSessions),
  revokeSession: userProcedure.input(RevokeSession).output(RevokedSessions).mutation(revokeSession),
  revokeOtherSessions: userProcedure.output(RevokedSessions).mutation(revokeOtherSessions),
});

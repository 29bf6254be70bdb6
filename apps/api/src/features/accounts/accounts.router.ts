import { Account, SignedIn, SignIn } from '@crewboard/contracts';
import { router } from '../../trpc/init.ts';
import { userProcedure, webProcedure } from '../../trpc/procedures.ts';
import { getAccount } from './get-account.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';

export const accountsRouter = router({
  signIn: webProcedure.input(SignIn).output(SignedIn).mutation(signIn),
  signOut: userProcedure.mutation(signOut),
  me: userProcedure.output(Account).query(getAccount),
});

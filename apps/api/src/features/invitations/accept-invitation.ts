import type { AcceptInvitation, JoinedTeam } from '@crewboard/contracts';
import type { Transaction } from '@crewboard/db';
import type { WebActor } from '../../auth/actor.ts';
import { hashPassword } from '../../auth/passwords.ts';
import { AppError } from '../../errors.ts';
import { createAccount, lockNewAccounts } from '../accounts/change-account.ts';
import type { Call } from '../verb-context.ts';
import { joinTeam } from './join-team.ts';
import { readInvitation } from './read-invitation.ts';

/**
 * Creates an account that joins the team. Throws NOT_FOUND and RATE_LIMITED (see `readInvitation`), and
 * VALIDATION_ERROR if the e-mail address has an account.
 */
export async function acceptInvitation({
  ctx,
  input,
}: Call<typeof AcceptInvitation, WebActor>): Promise<JoinedTeam> {
  const { secret, address, name, email, password } = input;
  const presented = { secret, client: ['invitations of address', address], userId: null } as const;
  const invitation = await readInvitation(ctx, presented, async (transaction, found) => {
    await assertNewEmail(transaction, email);
    return found;
  });
  // Hashing is expensive, so hash only for an invitation that works.
  const passwordHash = await hashPassword(password);
  return joinTeam(ctx, {
    invitation,
    userId: null,
    async writeAccount(transaction) {
      await lockNewAccounts(transaction);
      // Another request may have created the account while the password was hashed.
      await assertNewEmail(transaction, email);
      const { id } = await createAccount(transaction, { email, name, passwordHash });
      return id;
    },
  });
}

async function assertNewEmail({ client }: Transaction, email: string): Promise<void> {
  if (!(await client.user.findUnique({ where: { email }, select: { id: true } }))) return;
  const message = 'has an account already: sign in with it, then open the link again';
  throw new AppError('VALIDATION_ERROR', `The e-mail address ${message}.`, {
    errors: [{ path: 'email', message }],
  });
}

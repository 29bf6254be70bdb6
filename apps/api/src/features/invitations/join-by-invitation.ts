import type { JoinedTeam } from '@crewboard/contracts';
import type { PersonActor } from '../../auth/actor.ts';
import { readOwnAccount, writeAccount } from '../accounts/change-account.ts';
import type { VerbContext } from '../verb-context.ts';
import { joinTeam } from './join-team.ts';
import { presentInvitation } from './present-invitation.ts';

type Call = { ctx: VerbContext<PersonActor>; input: { secret: string } };

/** Joins the team with the caller's account. Throws NOT_FOUND and RATE_LIMITED: see `presentInvitation`. */
export async function joinByInvitation({ ctx, input: { secret } }: Call): Promise<JoinedTeam> {
  const { id: userId } = ctx.actor;
  const presented = { secret, client: ['invitations of account', userId], userId } as const;
  const invitation = await presentInvitation(ctx, presented, async (_transaction, found) => found);
  return joinTeam(ctx, {
    invitation,
    userId,
    async writeAccount(transaction) {
      const account = await readOwnAccount(transaction, userId);
      // A change of the account, which is told in each of its teams, starts over.
      await writeAccount(transaction, account, {});
      return userId;
    },
  });
}

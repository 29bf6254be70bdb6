import type { JoinedTeam } from '@crewboard/contracts';
import type { PersonActor } from '../../auth/actor.ts';
import { raiseAccountRevision, readOwnAccount } from '../accounts/change-account.ts';
import type { VerbContext } from '../verb-context.ts';
import { joinTeam } from './join-team.ts';
import { readInvitation } from './read-invitation.ts';

type Call = { ctx: VerbContext<PersonActor>; input: { secret: string } };

/** Adds the account of the caller to the team. Throws NOT_FOUND and RATE_LIMITED: see `readInvitation`. */
export async function joinByInvitation({ ctx, input: { secret } }: Call): Promise<JoinedTeam> {
  const { id: userId } = ctx.actor;
  const presented = { secret, client: ['invitations of account', userId], userId } as const;
  const invitation = await readInvitation(ctx, presented, async (_transaction, found) => found);
  return joinTeam(ctx, {
    invitation,
    userId,
    async writeAccount(transaction) {
      const account = await readOwnAccount(transaction, userId);
      await raiseAccountRevision(transaction, account);
      return userId;
    },
  });
}

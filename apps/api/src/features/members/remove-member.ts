import type { RemovedMember } from '@crewboard/contracts';
import type { MemberActor } from '../../auth/actor.ts';
import type { VerbContext } from '../verb-context.ts';
import { changeMembership, type MemberContext } from './change-membership.ts';
import { removeFromTeam } from './remove-from-team.ts';

type Call = { ctx: MemberContext; input: { userId: string } };

/**
 * Removes a person from the team; members may remove themselves. Keeps the account and its other teams. The next
 * request of the person is rejected, their open streams end, and a worker unassigns their open tasks within a second.
 * Throws NOT_FOUND, FORBIDDEN and LAST_OWNER: see `changeMembership`.
 */
export async function removeMember({ ctx, input: { userId } }: Call): Promise<RemovedMember> {
  await changeMembership(ctx, { userId, newRole: null }, (transaction, person) =>
    removeFromTeam(ctx, transaction, person),
  );
  return { userId };
}

/** Removes the caller from the team. Throws LAST_OWNER for the last owner. */
export const leaveTeam = ({ ctx }: { ctx: VerbContext<MemberActor> }): Promise<RemovedMember> =>
  removeMember({ ctx, input: { userId: ctx.actor.id } });

import type { RemovedMember } from '@crewboard/contracts';
import { changeMembership, type MemberContext } from './change-membership.ts';
import { removeFromTeam } from './remove-from-team.ts';

type Call = { ctx: MemberContext; input: { userId: string } };

/**
 * Removes a person from the team; members may remove themselves. The account and its other teams stay. Takes effect
 * on the next request, and open streams of the person end; their open tasks are unassigned within a second. Throws NOT_FOUND, FORBIDDEN and LAST_OWNER: see
 * `changeMembership`.
 */
export async function removeMember({ ctx, input: { userId } }: Call): Promise<RemovedMember> {
  await changeMembership(ctx, { userId, newRole: null }, (transaction, person) =>
    removeFromTeam(ctx, transaction, person),
  );
  return { userId };
}

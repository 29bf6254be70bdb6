import type { RemovedMember } from '@crewboard/contracts';
import { assertWritten } from '../administration/change-record.ts';
import { revokeInvitationsOf } from '../invitations/open-invitations.ts';
import { changeMembership, type MemberContext } from './change-membership.ts';
import { writeMemberEvent } from './write-member-event.ts';

type Call = { ctx: MemberContext; input: { userId: string } };

/**
 * Removes a person from the team; members may remove themselves. The account and its other teams stay. Takes effect
 * on the next request, and open streams of the person end; their open tasks are unassigned within a second. Throws NOT_FOUND, FORBIDDEN and LAST_OWNER: see
 * `changeMembership`.
 */
export async function removeMember({ ctx, input: { userId } }: Call): Promise<RemovedMember> {
  const { teamId } = ctx.actor;
  await changeMembership(ctx, { userId, newRole: null }, async (transaction, { revision }) => {
    await revokeInvitationsOf(ctx, transaction, userId);
    // Before the row is gone.
    await writeMemberEvent(ctx, transaction, { id: userId, type: 'member.removed' });
    // The sweeper unassigns their tasks, also one that another process is assigning at this moment.
    const departed = { teamId, userId, leftAt: transaction.now };
    await transaction.client.departedMember.upsert({
      where: { teamId_userId: { teamId, userId } },
      ...{ create: departed, update: departed },
    });
    assertWritten(await transaction.client.member.deleteMany({ where: { teamId, userId, revision } }));
  });
  return { userId };
}

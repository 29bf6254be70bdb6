import type { Transaction } from '@crewboard/db';
import { assertWritten } from '../administration/change-record.ts';
import type { TeamWriter } from '../events/record-event.ts';
import { revokeInvitationsOf } from '../invitations/open-invitations.ts';
import { writeMemberEvent } from './member-row.ts';

/**
 * Ends a membership, and revokes the open invitations of the person. A worker unassigns their open tasks within a
 * second. The caller holds the lock of the team's members.
 */
export async function removeFromTeam(
  writer: TeamWriter,
  transaction: Transaction,
  { userId, revision }: { userId: string; revision: number },
): Promise<void> {
  const { teamId } = writer.actor;
  await revokeInvitationsOf(writer, transaction, userId);
  // The event reads the row, so write it before the row is deleted.
  await writeMemberEvent(writer, transaction, { id: userId, type: 'member.removed' });
  // The sweeper unassigns the tasks: it also finds a task that another process is assigning at this moment.
  const departed = { teamId, userId, leftAt: transaction.now };
  await transaction.client.departedMember.upsert({
    where: { teamId_userId: { teamId, userId } },
    ...{ create: departed, update: departed },
  });
  assertWritten(await transaction.client.member.deleteMany({ where: { teamId, userId, revision } }));
}

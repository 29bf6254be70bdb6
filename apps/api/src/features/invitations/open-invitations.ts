import type { Transaction } from '@crewboard/db';
import type { TeamWriter } from '../events/record-event.ts';
import { writeInvitationEvent } from './invitation-row.ts';

/** The condition of an invitation that is not revoked, expired or used up, for a query of Prisma Client. */
export const whereOpen = ({ client, now }: Transaction) => ({
  revokedAt: null,
  expiresAt: { gt: now },
  uses: { lt: client.invitation.fields.maxUses },
});

/**
 * Revokes the open invitations of a person who may no longer invite. The caller holds the lock of the team's members.
 */
export async function revokeInvitationsOf(
  writer: TeamWriter,
  transaction: Transaction,
  invitedById: string,
): Promise<void> {
  const { client, now } = transaction;
  const open = await client.invitation.findMany({
    where: { teamId: writer.actor.teamId, invitedById, ...whereOpen(transaction) },
    select: { id: true },
    orderBy: { id: 'asc' },
  });
  const where = { id: { in: open.map(({ id }) => id) } };
  await client.invitation.updateMany({ where, data: { revokedAt: now, revision: { increment: 1 } } });
  const changes = { revokedAt: { before: null } };
  for (const { id } of open)
    await writeInvitationEvent(writer, transaction, { id, type: 'invitation.revoked', changes });
}

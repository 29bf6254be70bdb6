import { type InvitationWithSecret, type InvitedRole, invitationBounds } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import { createToken } from '../../auth/tokens.ts';
import { limitReached } from '../../errors.ts';
import type { Administered } from '../administration/change-record.ts';
import { takeLock } from '../administration/locks.ts';
import type { TeamWriter } from '../events/record-event.ts';
import { writeInvitationEvent } from './invitation-row.ts';
import { whereOpen } from './open-invitations.ts';

type Call = {
  ctx: { db: Administered } & TeamWriter;
  input: { role: InvitedRole; expiresInDays: number; maxUses: number };
};

const dayMs = 86_400_000;

/** Creates an invitation. Only this response has its secret. Throws LIMIT_REACHED at `invitationBounds.maxOpen`. */
export function createInvitation({ ctx, input }: Call): Promise<InvitationWithSecret> {
  const { teamId, id: invitedById } = ctx.actor;
  const { role, expiresInDays, maxUses } = input;
  return ctx.db.administer(async (transaction) => {
    const { client, now } = transaction;
    // Joins and other creations take this lock too, so the count stays right until the commit.
    await takeLock(transaction, 'members', teamId);
    const openCount = await client.invitation.count({ where: { teamId, ...whereOpen(transaction) } });
    if (openCount >= invitationBounds.maxOpen)
      throw limitReached(
        `The team has ${invitationBounds.maxOpen} open invitations. Revoke some, or wait until they expire.`,
      );
    const { token, hash } = createToken('invite');
    const expiresAt = new Date(now.getTime() + expiresInDays * dayMs);
    const { id } = await client.invitation.create({
      data: { id: newId(), teamId, role, secretHash: hash, invitedById, maxUses, createdAt: now, expiresAt },
      select: { id: true },
    });
    const invitation = await writeInvitationEvent(ctx, transaction, { id, type: 'invitation.created' });
    return { ...invitation, secret: token };
  });
}

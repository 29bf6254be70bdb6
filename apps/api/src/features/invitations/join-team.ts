import type { JoinedTeam } from '@crewboard/contracts';
import type { InvitationModel, Transaction } from '@crewboard/db';
import { AppError } from '../../errors.ts';
import { KeyedLimit } from '../../limits/keyed-limit.ts';
import { retryOnAccountChange } from '../accounts/change-account.ts';
import { type Administered, assertWritten } from '../administration/change-record.ts';
import { takeLock } from '../administration/locks.ts';
import { writeMemberEvent } from '../members/member-row.ts';
import { writeInvitationEvent } from './invitation-row.ts';
import { checkInvitation, noSuchInvitation } from './read-invitation.ts';

/**
 * Lets people join a team one after another: otherwise each request would hold a connection while it waits for the
 * lock.
 */
const joinLimit = new KeyedLimit({ maxRunning: 1, maxWaiting: 200, maxWaitMs: 10_000 });

type Joining = {
  invitation: InvitationModel;
  /** Null for a person whose account is yet to be created. */
  userId: string | null;
  /** Creates the account, or raises its revision, and returns its id. */
  writeAccount: (transaction: Transaction) => Promise<string>;
};

/**
 * Makes a person a member by an invitation, counts the use, and writes both events. Checks the invitation and the role
 * of its inviter again under the lock of the team's members. Changes nothing for a member. Throws NOT_FOUND with the
 * reason, and UNAVAILABLE if too many join at once.
 */
export async function joinTeam(
  { db, requestId }: { db: Administered; requestId: string },
  { invitation: { id, teamId }, userId: existingId, writeAccount }: Joining,
): Promise<JoinedTeam> {
  const release = await joinLimit.enter(teamId);
  if (!release)
    throw new AppError('UNAVAILABLE', 'Many people are joining this team. Try again in a moment.');
  try {
    return await retryOnAccountChange(() =>
      db.administer(async (transaction) => {
        const { client, now } = transaction;
        await takeLock(transaction, 'members', teamId);
        const invitation = await client.invitation.findUnique({ where: { id } });
        // The team was removed meanwhile.
        if (!invitation) throw noSuchInvitation();
        if ((await checkInvitation(transaction, invitation, existingId)) === 'keep') return { teamId };
        const { role, revision, uses } = invitation;
        const data = { uses: { increment: 1 }, revision: { increment: 1 } };
        assertWritten(await client.invitation.updateMany({ where: { id, revision }, data }));
        const userId = await writeAccount(transaction);
        await client.member.create({ data: { teamId, userId, role, createdAt: now } });
        const writer = { actor: { kind: 'member', id: userId, teamId }, requestId } as const;
        await writeMemberEvent(writer, transaction, { id: userId, type: 'member.added' });
        const changes = { uses: { before: uses } };
        await writeInvitationEvent(writer, transaction, { id, type: 'invitation.accepted', changes });
        return { teamId };
      }),
    );
  } finally {
    release();
  }
}

import type { InvitationModel, Transaction } from '@crewboard/db';
import type { SignInLimits } from '../../auth/sign-in-limits.ts';
import { hashToken, tokenKind } from '../../auth/tokens.ts';
import { AppError } from '../../errors.ts';
import type { Administered } from '../administration/change-record.ts';
import { decideAcceptance, type InvitationRejection } from './invitation-rules.ts';

const reasons: Record<InvitationRejection, string> = {
  revoked: 'This invitation was revoked.',
  expired: 'This invitation has expired.',
  used_up: 'This invitation was used as often as it may be.',
  inviter_may_not: 'The person who sent this invitation may not invite people any more.',
};

const askForNew = 'Ask an admin of the team for a new one.';

export const noSuchInvitation = () =>
  new AppError(
    'NOT_FOUND',
    `There is no such invitation. Check that the link is complete, or ${askForNew.toLowerCase()}`,
  );

/** The condition of an invitation to a team that was not deleted. */
const ofTeamNotDeleted = { team: { deletion: null } } as const;

type Presented = {
  secret: string;
  /** The client whose wrong secrets count together. */
  client: Parameters<SignInLimits['limitGuesses']>[0];
  /** Null for a person without an account. */
  userId: string | null;
};

/**
 * Finds an invitation by the secret that a person presents, and returns the result of `read` if the invitation works
 * for the person. Throws NOT_FOUND with the reason, and RATE_LIMITED after too many wrong secrets.
 */
export const readInvitation = <Result>(
  { db, signInLimits }: { db: Administered; signInLimits: SignInLimits },
  { secret, client, userId }: Presented,
  read: (transaction: Transaction, invitation: InvitationModel) => Promise<Result>,
): Promise<Result> =>
  signInLimits.limitGuesses(client, noSuchInvitation, async () => {
    // No query for a text that cannot be a secret.
    if (tokenKind(secret) !== 'invite') return undefined;
    return db.administer(async (transaction) => {
      const where = { secretHash: hashToken(secret) };
      const invitation = await transaction.client.invitation.findUnique({
        where: { ...where, ...ofTeamNotDeleted },
      });
      if (!invitation) return undefined;
      await checkInvitation(transaction, invitation, userId);
      return read(transaction, invitation);
    });
  });

/**
 * Decides on an invitation by the current role of its inviter. `userId` is null for a person without an account.
 * Returns `keep` for a person who is a member already. Throws NOT_FOUND with the reason.
 */
export async function checkInvitation(
  { client, now }: Transaction,
  invitation: InvitationModel,
  userId: string | null,
): Promise<'join' | 'keep'> {
  const { teamId, invitedById } = invitation;
  // The team may have been deleted since the invitation was found.
  if (await client.teamDeletion.findUnique({ where: { teamId } })) throw noSuchInvitation();
  const ids = [invitedById, userId].filter((id) => id !== null);
  const members = await client.member.findMany({ where: { teamId, userId: { in: ids } } });
  const roleOf = (id: string) => members.find((member) => member.userId === id)?.role ?? null;
  const decision = decideAcceptance({
    ...{ invitation, now },
    inviter: invitedById === null ? null : { role: roleOf(invitedById) },
    isMember: userId !== null && roleOf(userId) !== null,
  });
  if (decision === 'join' || decision === 'keep') return decision;
  throw new AppError('NOT_FOUND', `${reasons[decision]} ${askForNew}`);
}

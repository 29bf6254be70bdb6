import { decideMemberChange, type MemberRejection, type MemberRole } from '@crewboard/contracts';
import type { Transaction } from '@crewboard/db';
import { AppError, notFound } from '../../errors.ts';
import type { Administered } from '../administration/change-record.ts';
import { takeLock } from '../administration/locks.ts';
import type { TeamWriter } from '../events/record-event.ts';

export type MemberContext = { db: Administered } & TeamWriter;

/** The member to change. */
type SeenMember = { userId: string; role: MemberRole; revision: number };

/**
 * The common part of changing a role and removing a member (`newRole` null): checks whether the caller may, then calls
 * `write`. Holds the lock of all members of the team, because the rule of the last owner reads all owners. Undefined if
 * nothing changes. Throws NOT_FOUND, LAST_OWNER, and FORBIDDEN if the caller's role does not allow the change.
 */
export function changeMembership<Result>(
  { db, actor }: MemberContext,
  { userId, newRole }: { userId: string; newRole: MemberRole | null },
  write: (transaction: Transaction, person: SeenMember) => Promise<Result>,
): Promise<Result | undefined> {
  const { teamId } = actor;
  return db.administer(async (transaction) => {
    const { client } = transaction;
    await takeLock(transaction, 'members', teamId);
    const members = await client.member.findMany({
      where: { teamId, userId: { in: [userId, actor.id ?? userId] } },
      include: { user: { select: { name: true } } },
    });
    const otherOwner = await client.member.findFirst({
      where: { teamId, role: 'owner', userId: { not: userId } },
      select: { userId: true },
    });
    const person = members.find((member) => member.userId === userId);
    // The service acts for an operator at the command line, who has no role.
    const caller = actor.kind === 'system' ? null : members.find((member) => member.userId === actor.id);
    // The person, or the caller, has left the team meanwhile.
    if (!person || caller === undefined) throw notFound();
    const decision = decideMemberChange({
      ...{ caller, person, newRole, isSelf: userId === actor.id },
      hasOtherOwner: otherOwner !== null,
    });
    if (decision === 'keep') return undefined;
    if (decision === 'change') return write(transaction, person);
    throw rejection(decision, { name: person.user.name, isSelf: userId === actor.id, role: caller?.role });
  });
}

function rejection(
  decision: MemberRejection,
  { name, isSelf, role }: { name: string; isSelf: boolean; role: MemberRole | undefined },
): AppError {
  if (decision === 'last_owner') {
    const who = isSelf ? 'You are' : `${name} is`;
    return new AppError(
      'LAST_OWNER',
      `${who} the last owner of this team. Make someone else an owner first.`,
    );
  }
  const rule =
    decision === 'owners_only'
      ? 'does not allow this: only owners make, change or remove owners. Ask an owner of the team.'
      : 'does not allow this. Ask an admin of the team.';
  return new AppError('FORBIDDEN', `Your role (${role}) ${rule}`);
}

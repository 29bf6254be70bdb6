import { canManage, type Member, type MemberRole } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryOne, sql } from '@crewboard/db';
import { notFound } from '../../errors.ts';
import { assertWritten } from '../administration/change-record.ts';
import { revokeInvitationsOf } from '../invitations/open-invitations.ts';
import { changeMembership, type MemberContext } from './change-membership.ts';
import { type MemberRow, memberRow, toMember, writeMemberEvent } from './member-row.ts';

type Call = { ctx: MemberContext & { db: Queryable }; input: { userId: string; role: MemberRole } };

const selectMember = defineStatement<{ teamId: string; userId: string }, MemberRow>(
  ({ teamId, userId }) => sql`
  select ${memberRow.columns('member')} from (
    select members.*, users.name, users.email from members join users on users.id = members.user_id
    where team_id = ${teamId} and user_id = ${userId}
  ) as member`,
);

/**
 * Sets the role of a member; the current role changes nothing. The next request of the person has the new role, and
 * their open streams end. Throws NOT_FOUND, FORBIDDEN and LAST_OWNER: see `changeMembership`.
 */
export async function setMemberRole({ ctx, input }: Call): Promise<Member> {
  const { userId, role } = input;
  const { teamId } = ctx.actor;
  const changed = await changeMembership(ctx, { userId, newRole: role }, async (transaction, person) => {
    const { client } = transaction;
    const { revision } = person;
    const data = { role, revision: { increment: 1 } };
    assertWritten(await client.member.updateMany({ where: { teamId, userId, revision }, data }));
    if (!canManage(role)) await revokeInvitationsOf(ctx, transaction, userId);
    const changes = { role: { before: person.role } };
    return writeMemberEvent(ctx, transaction, { id: userId, type: 'member.role_changed', changes });
  });
  if (changed) return changed;
  const member = await queryOne(ctx.db, selectMember, { teamId, userId });
  if (!member) throw notFound();
  return toMember(member);
}

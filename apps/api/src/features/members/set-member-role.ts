import type { Member, MemberRole } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryOne, sql } from '@crewboard/db';
import { eventActorParams, recordEvent, type TeamWriter } from '../events/record-event.ts';
import { assertChanged, type ChangedMember, type ChangeParams, changeTarget } from './change-membership.ts';
import { memberRow, toMember } from './member-row.ts';

type Call = {
  ctx: { db: Queryable } & TeamWriter;
  input: { userId: string; role: MemberRole };
};

const statement = defineStatement<ChangeParams & { role: MemberRole }, ChangedMember>(
  (p) => sql`
  with ${changeTarget(p, p.role)},
  changed as (
    update members set role = ${p.role}::member_role from target
    where members.team_id = target.team_id and members.user_id = target.user_id
      and target.rejection is null and target.role <> ${p.role}::member_role
    returning members.role, target.team_id, target.user_id, target.id, target.name
  ),
  event as (${recordEvent({
    actor: p,
    type: 'member.role_changed',
    subject: 'member',
    snapshot: memberRow.snapshot,
    before: 'target',
    after: 'changed',
  })})
  select ${memberRow.columns('target')}, rejection, "callerRole" from target`,
);

/**
 * Sets the role of a member; the current role changes nothing. Takes effect on the next request, and open streams of
 * the person end. Throws NOT_FOUND, FORBIDDEN and LAST_OWNER: see `assertChanged`.
 */
export async function setMemberRole({ ctx, input }: Call): Promise<Member> {
  const { userId, role } = input;
  const row = await queryOne(ctx.db, statement, { ...eventActorParams(ctx), userId, role });
  return { ...toMember(assertChanged(ctx, row)), role };
}

import type { Member, MemberRole } from '@crewboard/contracts';
import type { TeamDatabase } from '../../limits/team-databases.ts';
import { recordEvent, type Writer, writer } from '../events/record-event.ts';
import { assertChanged, type ChangedMember, changeTarget } from './change-membership.ts';
import { memberColumns, memberJson, toMember } from './member-row.ts';

type Call = {
  ctx: { db: Pick<TeamDatabase, 'pool'> } & Writer;
  input: { userId: string; role: MemberRole };
};

const statement = `
  with ${changeTarget('$6::member_role')},
  changed as (
    update members set role = $6::member_role from target
    where members.team_id = target.team_id and members.user_id = target.user_id
      and target.rejection is null and target.role <> $6::member_role
    returning members.role, target.team_id, target.user_id, target.id, target.name
  ),
  event as (${recordEvent({
    type: 'member.role_changed',
    subject: 'member',
    json: memberJson,
    before: 'target',
    after: 'changed',
  })})
  select ${memberColumns('target')}, rejection, "callerRole" from target`;

/**
 * Gives a member of the team another role; the one that they have changes nothing. Holds on the next request, and open
 * streams of the person end. Throws NOT_FOUND, FORBIDDEN and LAST_OWNER: see `assertChanged`.
 */
export async function setMemberRole({ ctx, input }: Call): Promise<Member> {
  const values = [...writer(ctx), input.userId, input.role];
  const { rows } = await ctx.db.pool.query<ChangedMember>(statement, values);
  return { ...toMember(assertChanged(ctx, rows[0])), role: input.role };
}

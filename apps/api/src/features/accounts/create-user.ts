import type { MemberRole } from '@crewboard/contracts';
import { type Database, newId } from '@crewboard/db';
import { hashPassword } from '../../auth/passwords.ts';
import { lockMembers, locksTaken } from '../events/lock-subject.ts';
import { recordEvent, writer } from '../events/record-event.ts';
import { memberJson } from '../members/member-row.ts';

type Call = {
  ctx: { db: Database };
  input: { teamId: string; email: string; name: string; role: MemberRole; password: string };
};

type Row = { id: string; isNew: boolean; hasJoined: boolean; isOperator: boolean };

/**
 * An existing account keeps its name and password. A member who is there already stays as they are. The first account
 * of an installation is an operator.
 */
const statement = `
  with ${lockMembers},
  account as (
    insert into users (id, email, name, password_hash, is_operator)
    select $5, $6, $7, $8, not exists (select from users) where ${locksTaken}
    on conflict (email) do update set email = excluded.email
    returning *
  ),
  member as (
    insert into members (team_id, user_id, role) select $1, account.id, $9::member_role from account
    on conflict (team_id, user_id) do nothing
    returning *
  ),
  joined as (select member.*, account.id, account.name from member join account on account.id = member.user_id),
  event as (${recordEvent({ type: 'member.added', subject: 'member', json: memberJson, after: 'joined' })})
  select account.id, account.id = $5 as "isNew", exists (select from member) as "hasJoined",
    account.is_operator as "isOperator"
  from account`;

/** Makes an account and a member of a team, or lets an existing account join. */
export async function createUser({
  ctx,
  input,
}: Call): Promise<{ userId: string; isNew: boolean; isOperator: boolean }> {
  const actor = { kind: 'system', id: null, teamId: input.teamId } as const;
  const { rows } = await ctx.db.pool.query<Row>(statement, [
    ...writer({ actor, requestId: null }),
    newId(),
    input.email,
    input.name,
    await hashPassword(input.password),
    input.role,
  ]);
  const { id, isNew, hasJoined, isOperator } = rows[0] as Row;
  if (!hasJoined) throw new Error(`${input.email} is a member of this team already.`);
  return { userId: id, isNew, isOperator };
}

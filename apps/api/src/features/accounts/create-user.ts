import type { MemberRole } from '@crewboard/contracts';
import { defineStatement, newId, type Queryable, queryOne, sql } from '@crewboard/db';
import { hashPassword } from '../../auth/passwords.ts';
import { acquireLocks, lockMembers } from '../events/lock-subject.ts';
import { type EventActorParams, eventActorParams, recordEvent } from '../events/record-event.ts';
import { memberRow } from '../members/member-row.ts';

type NewUser = { teamId: string; email: string; name: string; role: MemberRole };
type Call<Secret> = { ctx: { db: Queryable }; input: NewUser & Secret };
type Created = { userId: string; isNew: boolean; isOperator: boolean };

type Params = EventActorParams & {
  newId: string;
  email: string;
  name: string;
  passwordHash: string;
  role: MemberRole;
};
type Row = { id: string; isNew: boolean; hasJoined: boolean; isOperator: boolean };

/**
 * An existing account keeps its name and password, and an existing member keeps the role. The first account
 * of an installation is an operator. An existing account is written without a change, so that a rename at the same
 * time (`updateAccount`) starts again.
 */
const statement = defineStatement<Params, Row>(
  (p) => sql`
  with ${lockMembers(p.teamId)},
  account as (
    insert into users (id, email, name, password_hash, is_operator)
    select ${p.newId}, ${p.email}, ${p.name}, ${p.passwordHash}, not exists (select from users) where ${acquireLocks}
    on conflict (email) do update set email = excluded.email
    returning *
  ),
  member as (
    insert into members (team_id, user_id, role) select ${p.teamId}, account.id, ${p.role}::member_role from account
    on conflict (team_id, user_id) do nothing
    returning *
  ),
  joined as (select member.*, account.id, account.name from member join account on account.id = member.user_id),
  event as (${recordEvent({
    actor: p,
    type: 'member.added',
    subject: 'member',
    snapshot: memberRow.snapshot,
    after: 'joined',
  })})
  select account.id, account.id = ${p.newId} as "isNew", exists (select from member) as "hasJoined",
    account.is_operator as "isOperator"
  from account`,
);

/** Creates an account that is a member of a team, or adds an existing account to it. Throws for one who is a member. */
export async function createUser({ ctx, input }: Call<{ password: string }>): Promise<Created> {
  const { password, ...user } = input;
  return createUserWithHash({ ctx, input: { ...user, passwordHash: await hashPassword(password) } });
}

/** The same for a password that is hashed already. */
export async function createUserWithHash({ ctx, input }: Call<{ passwordHash: string }>): Promise<Created> {
  const actor = { kind: 'system', id: null, teamId: input.teamId } as const;
  const row = await queryOne(ctx.db, statement, {
    ...eventActorParams({ actor, requestId: null }),
    newId: newId(),
    email: input.email,
    name: input.name,
    passwordHash: input.passwordHash,
    role: input.role,
  });
  const { id, isNew, hasJoined, isOperator } = row as Row;
  if (!hasJoined) throw new Error(`${input.email} is already a member of this team.`);
  return { userId: id, isNew, isOperator };
}

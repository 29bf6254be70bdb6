import { defineStatement, type Queryable, queryOne, sql } from '@crewboard/db';
import { hashPassword } from '../../auth/passwords.ts';
import { acquireLocks, lockTeamsOfUser } from '../events/lock-subject.ts';
import { type AccountActorParams, accountActorParams } from '../events/record-event.ts';
import { recordAccountEvent } from './account-events.ts';

type Call = { ctx: { db: Queryable }; input: { email: string; password: string } };

/** Ends the sessions that the previous password opened. */
const statement = defineStatement<
  AccountActorParams & { email: string; passwordHash: string },
  { id: string }
>(
  (p) => sql`
  with ${lockTeamsOfUser(sql`(select id from users where email = ${p.email})`)},
  account as (
    update users set password_hash = ${p.passwordHash}, updated_at = now() where email = ${p.email} and ${acquireLocks} returning id, name
  ),
  ended as (
    update sessions set revoked_at = now() from account where user_id = account.id and revoked_at is null
  ),
  ${recordAccountEvent({ actor: p, type: 'member.password_reset' })}
  select id from account`,
);

/** Sets another password of an account and ends all its sessions. Throws when there is no such account. */
export async function resetPassword({ ctx, input }: Call): Promise<void> {
  const actor = { kind: 'system', id: null } as const;
  const account = await queryOne(ctx.db, statement, {
    ...accountActorParams({ actor, requestId: null }),
    email: input.email,
    passwordHash: await hashPassword(input.password),
  });
  if (!account) throw new Error(`There is no account with the address ${input.email}.`);
}

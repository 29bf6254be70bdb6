import type { Database } from '@crewboard/db';
import { hashPassword } from '../../auth/passwords.ts';
import { lockMembersOf, locksTaken } from '../events/lock-subject.ts';
import { accountWriter } from '../events/record-event.ts';
import { recordInTeams } from './account-events.ts';

type Call = { ctx: { db: Database }; input: { email: string; password: string } };

/** The sessions end with the password that opened them. */
const statement = `
  with ${lockMembersOf('(select id from users where email = $5)')},
  account as (
    update users set password_hash = $6, updated_at = now() where email = $5 and ${locksTaken} returning id, name
  ),
  ended as (
    update sessions set revoked_at = now() from account where user_id = account.id and revoked_at is null
  ),
  ${recordInTeams('member.password_reset')}
  select id from account`;

/** Gives an account another password and ends all its sessions. Throws when there is no such account. */
export async function resetPassword({ ctx, input }: Call): Promise<void> {
  const actor = { kind: 'system', id: null } as const;
  const values = [
    ...accountWriter({ actor, requestId: null }),
    input.email,
    await hashPassword(input.password),
  ];
  const { rowCount } = await ctx.db.pool.query(statement, values);
  if (!rowCount) throw new Error(`There is no account with the address ${input.email}.`);
}

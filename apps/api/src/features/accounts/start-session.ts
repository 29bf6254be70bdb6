import type { SignIn } from '@crewboard/contracts';
import { newId } from '@crewboard/db';
import type { z } from 'zod';
import type { SignInSource } from '../../auth/sign-in-limits.ts';
import type { TeamDatabase } from '../../limits/team-databases.ts';
import { lockMembersOf, locksTaken } from '../events/lock-subject.ts';
import { accountWriter } from '../events/record-event.ts';
import { recordInTeams } from './account-events.ts';

type Call = {
  ctx: { db: Pick<TeamDatabase, 'pool'>; requestId: string };
  input: Pick<z.output<typeof SignIn>, 'address' | 'userAgent'>;
  user: { id: string; passwordHash: string };
  source: SignInSource;
};

type Session = { id: string; expiresAt: Date };

/**
 * Not with a password that was changed since it was looked up: a reset that is under way is waited for. $5 the hash, $6
 * to $9 the session, $10 whether the device is new.
 */
const statement = `
  with ${lockMembersOf('(select $3 where $10::boolean)')},
  opened as (
    select id, name from users where id = $3 and password_hash = $5 and ${locksTaken} for share
  ),
  session as (
    insert into sessions (id, user_id, expires_at, source, address, user_agent)
    select $6, id, now() + interval '30 days', $7, $8, $9 from opened
    returning id, expires_at
  ),
  account as (select * from opened where $10::boolean),
  ${recordInTeams('member.signed_in_on_new_device')}
  select id, expires_at as "expiresAt" from session`;

/**
 * Opens a session for 30 days, undefined when the password was changed meanwhile. A browser without the token of a
 * device of the account counts as new: that is an event in each team of the person.
 */
export async function startSession({ ctx, input, user, source }: Call): Promise<Session | undefined> {
  const id = newId();
  const actor = { kind: 'user', id: user.id, sessionId: id } as const;
  const { rows } = await ctx.db.pool.query<Session>(statement, [
    ...accountWriter({ actor, requestId: ctx.requestId }),
    user.passwordHash,
    id,
    source.addressSource,
    input.address,
    input.userAgent ?? null,
    source.deviceId === undefined,
  ]);
  return rows[0];
}

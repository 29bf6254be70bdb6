import type { SignIn } from '@crewboard/contracts';
import { defineStatement, newId, type Queryable, queryOne, sql } from '@crewboard/db';
import type { z } from 'zod';
import type { SignInSource } from '../../auth/sign-in-limits.ts';
import { acquireLocks, lockTeamsOfUser } from '../events/lock-subject.ts';
import { type AccountActorParams, accountActorParams } from '../events/record-event.ts';
import { recordAccountEvent } from './account-events.ts';

type Call = {
  ctx: { db: Queryable; requestId: string };
  input: Pick<z.output<typeof SignIn>, 'address' | 'userAgent'>;
  user: { id: string; passwordHash: string };
  source: SignInSource;
};

type Params = AccountActorParams & {
  passwordHash: string;
  sessionId: string;
  source: Buffer;
  address: string;
  userAgent: string | null;
  isNewDevice: boolean;
};
type Session = { id: string; expiresAt: string };

/** Opens none if the password was changed after it was looked up: waits for a reset that is in progress. */
const statement = defineStatement<Params, Session>(
  (p) => sql`
  with ${lockTeamsOfUser(sql`(select ${p.actorId} where ${p.isNewDevice}::boolean)`)},
  opened as (
    select id, name from users where id = ${p.actorId} and password_hash = ${p.passwordHash} and ${acquireLocks} for share
  ),
  session as (
    insert into sessions (id, user_id, expires_at, source, address, user_agent)
    select ${p.sessionId}, id, now() + interval '30 days', ${p.source}, ${p.address}, ${p.userAgent} from opened
    returning id, expires_at
  ),
  account as (select * from opened where ${p.isNewDevice}::boolean),
  ${recordAccountEvent({ actor: p, type: 'member.signed_in_on_new_device' })}
  select id, expires_at as "expiresAt" from session`,
);

/**
 * Opens a session for 30 days; undefined when the password was changed after it was checked. A browser without a device
 * token of the account counts as new, which writes an event in each team of the person.
 */
export async function startSession({ ctx, input, user, source }: Call): Promise<Session | undefined> {
  const id = newId();
  const actor = { kind: 'user', id: user.id, sessionId: id } as const;
  return queryOne(ctx.db, statement, {
    ...accountActorParams({ actor, requestId: ctx.requestId }),
    passwordHash: user.passwordHash,
    sessionId: id,
    source: source.addressSource,
    address: input.address,
    userAgent: input.userAgent ?? null,
    isNewDevice: source.deviceId === undefined,
  });
}

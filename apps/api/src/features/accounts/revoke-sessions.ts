import type { RevokedSessions, RevokeSession } from '@crewboard/contracts';
import type { Database } from '@crewboard/db';
import type { z } from 'zod';
import type { PersonActor } from '../../auth/actor.ts';
import { notFound } from '../../errors.ts';
import type { VerbContext } from '../verb-context.ts';

type PersonContext = VerbContext<PersonActor>;

/** $1 the person, $2 the session. No row: it is not one of theirs. */
const revokeOne = `
  with revoked as (
    update sessions set revoked_at = now() where id = $2 and user_id = $1 and revoked_at is null returning id
  )
  select (select count(*)::int from revoked) as count from sessions where id = $2 and user_id = $1`;

/** $1 the person, $2 the session that stays. */
const revokeOthers = `
  update sessions set revoked_at = now() where user_id = $1 and id <> $2 and revoked_at is null and expires_at > now()`;

const revokeAll = `
  with account as (select id from users where email = $1),
  revoked as (
    update sessions set revoked_at = now() from account
    where user_id = account.id and revoked_at is null and expires_at > now()
    returning sessions.id
  )
  select (select count(*)::int from revoked) as count from account`;

/**
 * Ends one session of the caller, which may be the one of this call. A session that has ended already counts as 0.
 * Throws NOT_FOUND for what is no session of the caller.
 */
export async function revokeSession({
  ctx,
  input,
}: {
  ctx: PersonContext;
  input: z.output<typeof RevokeSession>;
}): Promise<RevokedSessions> {
  const { rows } = await ctx.db.pool.query<RevokedSessions>(revokeOne, [ctx.actor.id, input.sessionId]);
  if (!rows[0]) throw notFound();
  return { count: rows[0].count };
}

/** Ends all sessions of the caller but the one of this call. */
export async function revokeOtherSessions({ ctx }: { ctx: PersonContext }): Promise<RevokedSessions> {
  const { rowCount } = await ctx.db.pool.query(revokeOthers, [ctx.actor.id, ctx.actor.sessionId]);
  return { count: rowCount ?? 0 };
}

/** Ends all sessions of an account, for the command line. Throws when there is no such account. */
export async function revokeAllSessions({
  ctx,
  input,
}: {
  ctx: { db: Database };
  input: { email: string };
}): Promise<RevokedSessions> {
  const { rows } = await ctx.db.pool.query<RevokedSessions>(revokeAll, [input.email]);
  if (!rows[0])
    throw new Error(`there is no account with the address ${input.email}. List them with: user list`);
  return { count: rows[0].count };
}

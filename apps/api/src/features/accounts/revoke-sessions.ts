import type { RevokedSessions, RevokeSession } from '@crewboard/contracts';
import { defineStatement, type Queryable, queryOne, sql } from '@crewboard/db';
import type { z } from 'zod';
import type { PersonActor } from '../../auth/actor.ts';
import { notFound } from '../../errors.ts';
import type { VerbContext } from '../verb-context.ts';

type PersonContext = VerbContext<PersonActor>;

/** Returns no row if it is not a session of this person. */
const revokeOne = defineStatement<{ userId: string; sessionId: string }, RevokedSessions>(
  ({ userId, sessionId }) => sql`
  with revoked as (
    update sessions set revoked_at = now()
    where id = ${sessionId} and user_id = ${userId} and revoked_at is null
    returning id
  )
  select (select count(*)::int from revoked) as count from sessions
  where id = ${sessionId} and user_id = ${userId}`,
);

/** Ends all but the session of the call. */
const revokeOthers = defineStatement<{ userId: string; sessionId: string }, RevokedSessions>(
  ({ userId, sessionId }) => sql`
  with revoked as (
    update sessions set revoked_at = now()
    where user_id = ${userId} and id <> ${sessionId} and revoked_at is null and expires_at > now()
    returning id
  )
  select count(*)::int as count from revoked`,
);

const revokeAll = defineStatement<{ email: string }, RevokedSessions>(
  ({ email }) => sql`
  with account as (select id from users where email = ${email}),
  revoked as (
    update sessions set revoked_at = now() from account
    where user_id = account.id and revoked_at is null and expires_at > now()
    returning sessions.id
  )
  select (select count(*)::int from revoked) as count from account`,
);

/**
 * Ends one session of the caller, which may be the one of this call. Counts 0 if the session has already ended.
 * Throws NOT_FOUND if it is no session of the caller.
 */
export async function revokeSession({
  ctx,
  input,
}: {
  ctx: PersonContext;
  input: z.output<typeof RevokeSession>;
}): Promise<RevokedSessions> {
  const revoked = await queryOne(ctx.db, revokeOne, { userId: ctx.actor.id, sessionId: input.sessionId });
  if (!revoked) throw notFound();
  return revoked;
}

/** Ends all sessions of the caller but the one of this call. */
export async function revokeOtherSessions({ ctx }: { ctx: PersonContext }): Promise<RevokedSessions> {
  const { id: userId, sessionId } = ctx.actor;
  const revoked = await queryOne(ctx.db, revokeOthers, { userId, sessionId });
  return { count: revoked?.count ?? 0 };
}

/** Ends all sessions of an account, for the command line. Throws when there is no such account. */
export async function revokeAllSessions({
  ctx,
  input,
}: {
  ctx: { db: Queryable };
  input: { email: string };
}): Promise<RevokedSessions> {
  const revoked = await queryOne(ctx.db, revokeAll, input);
  if (!revoked) {
    throw new Error(`there is no account with the address ${input.email}. List them with: user list`);
  }
  return revoked;
}

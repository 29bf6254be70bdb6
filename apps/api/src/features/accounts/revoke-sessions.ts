import type { RevokedSessions, RevokeSession } from '@crewboard/contracts';
import type { Transaction } from '@crewboard/db';
import type { z } from 'zod';
import type { PersonActor } from '../../auth/actor.ts';
import { notFound } from '../../errors.ts';
import type { Administered } from '../administration/change-record.ts';
import type { VerbContext } from '../verb-context.ts';
import { noSuchAccount } from './erased-account.ts';

type PersonContext = VerbContext<PersonActor>;
type Call = { ctx: PersonContext; input: z.output<typeof RevokeSession> };

/**
 * Ends one session of the caller, which may be the one of this call. The count is 0 if the session had already ended.
 * Throws NOT_FOUND if the caller has no such session.
 */
export function revokeSession({ ctx, input }: Call): Promise<RevokedSessions> {
  const session = { id: input.sessionId, userId: ctx.actor.id };
  return ctx.db.administer(async (transaction) => {
    const known = await transaction.client.session.findFirst({ where: session, select: { id: true } });
    if (!known) throw notFound();
    return endSessions(transaction, session);
  });
}

/** Ends the session of the caller. The next request with it is rejected. */
export async function signOut({ ctx }: { ctx: PersonContext }): Promise<void> {
  const { id: userId, sessionId: id } = ctx.actor;
  await ctx.db.administer((transaction) => endSessions(transaction, { userId, id }));
}

/** Ends all sessions of the caller except the one of this call. */
export function revokeOtherSessions({ ctx }: { ctx: PersonContext }): Promise<RevokedSessions> {
  const { id: userId, sessionId } = ctx.actor;
  return ctx.db.administer((transaction) => endSessions(transaction, { userId, id: { not: sessionId } }));
}

/** Ends all sessions of an account, for the command line. Throws if there is no such account. */
export function revokeAllSessions({
  ctx,
  input: { email },
}: {
  ctx: { db: Administered };
  input: { email: string };
}): Promise<RevokedSessions> {
  return ctx.db.administer(async (transaction) => {
    const account = await transaction.client.user.findUnique({ where: { email }, select: { id: true } });
    if (!account) throw noSuchAccount({ email });
    return endSessions(transaction, { userId: account.id });
  });
}

/** Sessions of one account; without `id` all of them. */
type Sessions = { userId: string; id?: string | { not: string } };

/** Ends those of the sessions that have not ended yet, and returns their number. */
export async function endSessions({ client, now }: Transaction, of: Sessions): Promise<RevokedSessions> {
  const { count } = await client.session.updateMany({
    where: { ...of, revokedAt: null, expiresAt: { gt: now } },
    data: { revokedAt: now },
  });
  return { count };
}

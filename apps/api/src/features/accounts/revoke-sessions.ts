import type { RevokedSessions, RevokeSession } from '@crewboard/contracts';
import type { z } from 'zod';
import type { PersonActor } from '../../auth/actor.ts';
import { notFound } from '../../errors.ts';
import type { Administered } from '../administration/change-record.ts';
import type { VerbContext } from '../verb-context.ts';
import { endSessions } from './end-sessions.ts';
import { noSuchAccount } from './erased-account.ts';

type PersonContext = VerbContext<PersonActor>;
type Call = { ctx: PersonContext; input: z.output<typeof RevokeSession> };

/**
 * Ends one session of the caller, which may be the one of this call. Counts 0 if the session has already ended.
 * Throws NOT_FOUND if it is no session of the caller.
 */
export function revokeSession({ ctx, input }: Call): Promise<RevokedSessions> {
  const session = { id: input.sessionId, userId: ctx.actor.id };
  return ctx.db.administer(async (transaction) => {
    const known = await transaction.client.session.findFirst({ where: session, select: { id: true } });
    if (!known) throw notFound();
    return endSessions(transaction, session);
  });
}

/** Ends all sessions of the caller but the one of this call. */
export function revokeOtherSessions({ ctx }: { ctx: PersonContext }): Promise<RevokedSessions> {
  const { id: userId, sessionId } = ctx.actor;
  return ctx.db.administer((transaction) => endSessions(transaction, { userId, id: { not: sessionId } }));
}

/** Ends all sessions of an account, for the command line. Throws when there is no such account. */
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

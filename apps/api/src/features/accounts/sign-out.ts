import type { PersonActor } from '../../auth/actor.ts';
import type { VerbContext } from '../verb-context.ts';
import { endSessions } from './end-sessions.ts';

/** Ends the session of the caller: its cookie is rejected from the next request on. */
export async function signOut({ ctx }: { ctx: VerbContext<PersonActor> }): Promise<void> {
  const { id: userId, sessionId: id } = ctx.actor;
  await ctx.db.administer((transaction) => endSessions(transaction, { userId, id }));
}

import type { PersonActor } from '../../auth/actor.ts';
import type { VerbContext } from '../verb-context.ts';

/** Ends the session of the caller: its cookie is rejected from the next request on. */
export async function signOut({ ctx }: { ctx: VerbContext<PersonActor> }): Promise<void> {
  await ctx.db.administer(({ client, now }) =>
    client.session.updateMany({
      where: { id: ctx.actor.sessionId, revokedAt: null },
      data: { revokedAt: now },
    }),
  );
}

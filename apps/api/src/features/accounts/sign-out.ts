import type { PersonActor } from '../../auth/actor.ts';
import type { VerbContext } from '../verb-context.ts';

/** Ends the session of the caller: its cookie is worth nothing from the next request on. */
export async function signOut({ ctx }: { ctx: VerbContext<PersonActor> }): Promise<void> {
  await ctx.db.pool.query('update sessions set revoked_at = now() where id = $1 and revoked_at is null', [
    ctx.actor.sessionId,
  ]);
}

import { defineStatement, queryMany, sql } from '@crewboard/db';
import type { PersonActor } from '../../auth/actor.ts';
import type { VerbContext } from '../verb-context.ts';

const statement = defineStatement<{ sessionId: string }, object>(
  ({ sessionId }) => sql`
  update sessions set revoked_at = now() where id = ${sessionId} and revoked_at is null`,
);

/** Ends the session of the caller: its cookie is rejected from the next request on. */
export async function signOut({ ctx }: { ctx: VerbContext<PersonActor> }): Promise<void> {
  await queryMany(ctx.db, statement, { sessionId: ctx.actor.sessionId });
}

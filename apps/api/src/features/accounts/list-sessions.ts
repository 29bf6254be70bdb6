import type { AccountSession } from '@crewboard/contracts';
import { defineStatement, queryMany, sql } from '@crewboard/db';
import type { PersonActor } from '../../auth/actor.ts';
import type { VerbContext } from '../verb-context.ts';

type Row = Omit<AccountSession, 'isCurrent'>;

/** The limit is for concurrent sign-ins: otherwise each sign-in deletes all but 100 sessions. */
const statement = defineStatement<{ userId: string }, Row>(
  ({ userId }) => sql`
  select id, created_at as "createdAt", last_active_at as "lastActiveAt", expires_at as "expiresAt",
    user_agent as "userAgent", address
  from sessions where user_id = ${userId} and revoked_at is null and expires_at > now()
  order by created_at desc, id desc limit 100`,
);

/** The sessions of the caller that have not ended, the newest first: at most 100. */
export async function listSessions({ ctx }: { ctx: VerbContext<PersonActor> }): Promise<AccountSession[]> {
  const rows = await queryMany(ctx.db.reads, statement, { userId: ctx.actor.id });
  return rows.map((row) => ({ ...row, isCurrent: row.id === ctx.actor.sessionId }));
}

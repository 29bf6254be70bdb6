import type { Invitation } from '@crewboard/contracts';
import { defineStatement, queryMany, sql } from '@crewboard/db';
import type { VerbContext } from '../verb-context.ts';
import { type InvitationRow, invitationRow, invitationsWithInviter, toInvitation } from './invitation-row.ts';

type Call = { ctx: Pick<VerbContext, 'db'> & { actor: { teamId: string } } };

const statement = defineStatement<{ teamId: string }, InvitationRow>(
  ({ teamId }) => sql`
  select ${invitationRow.columns('open')} from ${invitationsWithInviter} as open
  where team_id = ${teamId} and revoked_at is null and expires_at > now() and uses < max_uses
  order by created_at desc, id desc`,
);

/** The invitations that still work, at most `invitationBounds.maxOpen`, the newest first. */
export async function listInvitations({ ctx }: Call): Promise<Invitation[]> {
  const rows = await queryMany(ctx.db.reads, statement, { teamId: ctx.actor.teamId });
  return rows.map(toInvitation);
}

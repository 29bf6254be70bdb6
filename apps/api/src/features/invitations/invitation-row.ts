import type { Invitation, InvitedRole } from '@crewboard/contracts';
import { sql } from '@crewboard/db';
import { defineEventWriter } from '../administration/write-event.ts';
import { column, defineRow, eventOnly, nullableTime, type RowOf, responseOnly, time } from '../define-row.ts';

/** SQL: the rows of invitations, with the name of the inviter. */
export const invitationsWithInviter = sql`(
  select invitations.*, users.name as inviter_name
  from invitations left join users on users.id = invitations.invited_by_id)`;

/** Needs a row of `invitationsWithInviter`. */
export const invitationRow = defineRow({
  id: column<string>(),
  teamId: eventOnly(column<string>()),
  role: column<InvitedRole>(),
  inviterName: responseOnly(column<string | null>()),
  uses: column<number>(),
  maxUses: column<number>(),
  createdAt: time(),
  expiresAt: time(),
  revokedAt: nullableTime(),
});

export type InvitationRow = RowOf<typeof invitationRow>;

export const toInvitation: (row: InvitationRow) => Invitation = invitationRow.toContract;

/** Writes the event of a changed invitation, and returns the invitation. */
export const writeInvitationEvent = defineEventWriter<Invitation>({
  subject: 'invitation',
  record: ({ id, teamId }) =>
    sql`select * from ${invitationsWithInviter} as made where id = ${id} and team_id = ${teamId}`,
  row: invitationRow,
});

import type { Invitation } from '@crewboard/contracts';
import { sql } from '@crewboard/db';
import { defineEventWriter } from '../administration/write-event.ts';
import { invitationRow, invitationsWithInviter } from './invitation-row.ts';

/** Writes the event of a changed invitation, and returns the invitation. */
export const writeInvitationEvent = defineEventWriter<Invitation>({
  subject: 'invitation',
  record: ({ id, teamId }) =>
    sql`select * from ${invitationsWithInviter} as made where id = ${id} and team_id = ${teamId}`,
  row: invitationRow,
});

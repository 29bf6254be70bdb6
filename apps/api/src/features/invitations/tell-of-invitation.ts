import type { Invitation } from '@crewboard/contracts';
import { sql } from '@crewboard/db';
import { defineTelling } from '../administration/tell.ts';
import { invitationRow, invitationsWithInviter } from './invitation-row.ts';

/** Writes the event of a changed invitation, and returns the invitation. */
export const tellOfInvitation = defineTelling<Invitation>({
  subject: 'invitation',
  record: ({ id, teamId }) =>
    sql`select * from ${invitationsWithInviter} as made where id = ${id} and team_id = ${teamId}`,
  row: invitationRow,
});

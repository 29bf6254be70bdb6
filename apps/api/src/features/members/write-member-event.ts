import type { Member } from '@crewboard/contracts';
import { sql } from '@crewboard/db';
import { defineEventWriter } from '../administration/write-event.ts';
import { memberRow } from './member-row.ts';

/** Writes the event of a changed member, whose id is that of the account, and returns the member. */
export const writeMemberEvent = defineEventWriter<Member>({
  subject: 'member',
  record: ({ id, teamId }) => sql`
    select members.*, users.id, users.name, users.email from members join users on users.id = members.user_id
    where team_id = ${teamId} and user_id = ${id}`,
  row: memberRow,
});

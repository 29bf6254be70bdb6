import type { Member } from '@crewboard/contracts';
import { type MemberModel, raw, sql } from '@crewboard/db';
import { defineEventWriter } from '../administration/write-event.ts';
import { column, defineRow, eventOnly, nullableTime, type RowOf, responseOnly, time } from '../define-row.ts';

const lastActiveAt = (row: string) =>
  raw(`(select max(last_active_at) from sessions where sessions.user_id = ${row}.user_id)`);

/** Needs a row of `members` joined with the name and the e-mail address of its account. */
export const memberRow = defineRow({
  userId: column<string>(),
  teamId: eventOnly(column<string>()),
  name: column<string>(),
  email: responseOnly(column<string>()),
  role: column<MemberModel['role']>(),
  joinedAt: responseOnly(time({ column: 'created_at' })),
  lastActiveAt: responseOnly(nullableTime({ sql: lastActiveAt })),
});

export type MemberRow = RowOf<typeof memberRow>;

export const toMember: (row: MemberRow) => Member = memberRow.toContract;

/** Writes the event of a changed member, whose id is that of the account, and returns the member. */
export const writeMemberEvent = defineEventWriter<Member>({
  subject: 'member',
  record: ({ id, teamId }) => sql`
    select members.*, users.id, users.name, users.email from members join users on users.id = members.user_id
    where team_id = ${teamId} and user_id = ${id}`,
  row: memberRow,
});

import type { Member } from '@crewboard/contracts';

/** A row of members with its account, as `memberColumns` selects it. */
export type MemberRow = Omit<Member, 'joinedAt' | 'lastActiveAt'> & {
  joinedAt: Date;
  lastActiveAt: Date | null;
};

/** The columns of a member, from the name of a row of members that has the name and e-mail address of its account. */
export const memberColumns = (row: string) => `
  ${row}.user_id as "userId", ${row}.name, ${row}.email, ${row}.role, ${row}.created_at as "joinedAt",
  (select max(last_active_at) from sessions where sessions.user_id = ${row}.user_id) as "lastActiveAt"`;

/** A member as the log of changes keeps it, from a row of members that has the name of its account. */
export const memberJson = (row: string) => `jsonb_build_object(
  'userId', ${row}.user_id, 'teamId', ${row}.team_id, 'role', ${row}.role, 'name', ${row}.name)`;

export function toMember({ userId, name, email, role, joinedAt, lastActiveAt }: MemberRow): Member {
  return {
    userId,
    name,
    email,
    role,
    joinedAt: joinedAt.toISOString(),
    lastActiveAt: lastActiveAt?.toISOString() ?? null,
  };
}

/** A member as the log of changes keeps it, from a row of members. */
export const memberJson = (row: string) => `jsonb_build_object(
  'userId', ${row}.user_id, 'teamId', ${row}.team_id, 'role', ${row}.role)`;

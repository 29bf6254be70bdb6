import { raw } from '@crewboard/db';

/** SQL: the teams of an account, by name, with its role in each, as jsonb. `userId` is an SQL expression. */
export const teamsOf = (userId: string) =>
  raw(`(
    select coalesce(
      jsonb_agg(jsonb_build_object('id', teams.id, 'name', teams.name, 'role', members.role)
        order by teams.name, teams.id), '[]')
    from members join teams on teams.id = members.team_id where members.user_id = ${userId}
  )`);

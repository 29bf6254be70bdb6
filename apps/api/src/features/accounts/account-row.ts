import { raw } from '@crewboard/db';

/** SQL: the teams of the account with this id and its role in each, as jsonb, by name. */
export const teamsOf = (userId: string) =>
  raw(`(
    select coalesce(
      jsonb_agg(jsonb_build_object('id', teams.id, 'name', teams.name, 'role', members.role)
        order by teams.name, teams.id), '[]')
    from members join teams on teams.id = members.team_id where members.user_id = ${userId}
  )`);

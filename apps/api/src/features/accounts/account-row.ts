import { raw, sql } from '@crewboard/db';
import { jsonTime } from '../define-row.ts';

/** SQL: the teams of an account with its role in each, ordered by name, as jsonb. `userId` is an SQL expression. */
export const teamsOf = (userId: string) =>
  raw(`(
    select coalesce(
      jsonb_agg(jsonb_build_object('id', teams.id, 'name', teams.name, 'role', members.role)
        order by teams.name, teams.id), '[]')
    from members join teams on teams.id = members.team_id where members.user_id = ${userId}
      and not exists (select from team_deletions where team_id = teams.id)
  )`);

/** SQL: the deleted teams that an account can restore as their owner, ordered by name, as jsonb. */
export const deletedTeamsOf = (userId: string) => sql`(
    select coalesce(
      jsonb_agg(jsonb_build_object('id', teams.id, 'name', teams.name, 'goneAt', ${jsonTime(raw('gone_at'))})
        order by teams.name, teams.id), '[]')
    from members join teams on teams.id = members.team_id join team_deletions using (team_id)
    where members.user_id = ${raw(userId)} and members.role = 'owner' and gone_at > now()
  )`;

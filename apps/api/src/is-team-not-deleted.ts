import { raw, type Sql } from '@crewboard/db';

/** SQL: whether the team with this id, an SQL expression, was not deleted. Cheap: the table is nearly always empty. */
export const isTeamNotDeleted = (teamId: string): Sql =>
  raw(`not exists (select from team_deletions where team_deletions.team_id = ${teamId})`);

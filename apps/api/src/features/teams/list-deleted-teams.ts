import { type Queryable, queryMany, sql } from '@crewboard/db';

type DeletedTeam = { id: string; name: string; deletedAt: string; goneAt: string };

const statement = sql`
  select id, name, deleted_at as "deletedAt", gone_at as "goneAt"
  from team_deletions join teams on teams.id = team_id order by gone_at, id`;

/** The deleted teams, the next one that is gone first, for the command line. */
export const listDeletedTeams = (db: Queryable): Promise<DeletedTeam[]> =>
  queryMany<DeletedTeam>(db, statement);
